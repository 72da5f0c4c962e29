import AVFoundationCompatibility

/// A folder with movies that ffmpeg makes.
final class ReadingMovies: Sendable {
    let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "reading-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: root) }

    /// Makes a movie of H.264 with reordered frames at 30 frames per second, and AAC.
    func make(_ name: String = "movie.mp4", seconds: Int = 4, _ extra: [String] = []) throws -> URL {
        let url = root.appending(path: name)
        try Self.run(
            "ffmpeg",
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=30:duration=\(seconds)", "-f",
                "lavfi", "-i", "sine=440:duration=\(seconds):sample_rate=48000", "-pix_fmt", "yuv420p", "-c:v",
                "libx264", "-preset", "veryfast", "-bf", "2", "-g", "30", "-c:a", "aac", "-b:a", "96k",
            ] + extra + [url.path])
        return url
    }

    /// Returns the entries that ffprobe prints, as rows of fields.
    static func probe(_ url: URL, _ arguments: String...) throws -> [[String]] {
        try run("ffprobe", ["-v", "error", "-of", "csv=p=0"] + arguments + [url.path])
            .replacingOccurrences(of: "\n,", with: "").split(separator: "\n")
            .map { $0.split(separator: ",").map(String.init) }
    }

    @discardableResult
    static func run(_ name: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ToolFailure(description: "\(name): \(text)") }
        return text
    }

    struct ToolFailure: Error, CustomStringConvertible {
        let description: String
    }
}

extension AVAsset {
    /// Returns a started reader with an output for the first track of a type.
    func reading(
        _ type: AVMediaType, _ settings: [String: Any]?, _ range: CMTimeRange? = nil
    ) throws -> (AVAssetReader, AVAssetReaderTrackOutput) {
        guard let track = tracks(withMediaType: type).first else {
            throw ReadingMovies.ToolFailure(description: "no track")
        }
        let reader = try AVAssetReader(asset: self)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        if let range { reader.timeRange = range }
        reader.add(output)
        guard reader.startReading() else { throw reader.error ?? ReadingMovies.ToolFailure(description: "no error") }
        return (reader, output)
    }
}
