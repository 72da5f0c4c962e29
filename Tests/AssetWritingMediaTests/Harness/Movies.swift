import AssetWriting
import Foundation
import OutsidePrograms

/// Movies made by ffmpeg for tests.
enum AssetTestMovies {
    /// Makes a movie with 30 frames per second of H.264, including B-frames, and AAC.
    static func make(
        _ folder: TestFolder, _ name: String = "movie.mp4", seconds: Int = 10, extra: [String] = []
    ) throws -> FileURL {
        let path = folder.path(name)
        try command(
            "ffmpeg",
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=30:duration=\(seconds)",
                "-f", "lavfi", "-i", "sine=440:duration=\(seconds):sample_rate=48000", "-pix_fmt", "yuv420p",
                "-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-g", "60", "-c:a", "aac", "-b:a", "96k",
            ] + extra + [path])
        return FileURL(fileURLWithPath: path)
    }

    /// Returns the ffmpeg arguments that rotate a movie by a quarter turn counter-clockwise in its display matrix only.
    static func turned(_ path: String) throws -> [String] {
        // Up to version 5 (Debian 12) the metadata option sets the rotation; `-display_rotation` exists from 6 on
        // (Debian 13 has 7).
        try ffmpegVersion() < 6
            ? ["-i", path, "-c", "copy", "-metadata:s:v", "rotate=90"]
            : ["-display_rotation:v:0", "90", "-i", path, "-c", "copy"]
    }

    /// The major version of ffmpeg.
    private static func ffmpegVersion() throws -> Int {
        try command("ffmpeg", ["-version"]).firstMatch(of: /ffmpeg version n?(\d+)/).flatMap { Int($0.1) } ?? 0
    }

    /// Returns the entries that ffprobe prints for a file, one per line.
    static func probe(_ path: String, _ arguments: String...) throws -> [String] {
        // ffprobe prints side data on separate lines, which are joined here.
        try command("ffprobe", ["-v", "error", "-of", "csv=p=0"] + arguments + [path])
            .replacingOccurrences(of: "\n,", with: "").split(separator: "\n").map { $0.trimmingCharacters(in: [","]) }
    }
}

extension AssetReaderTrackOutput {
    /// Returns all frames; throws the error that ended reading early.
    func allFrames() async throws -> [Frame] {
        var result: [Frame] = []
        for try await frame in frames { result.append(frame) }
        return result
    }
}

extension Asset {
    /// Returns a started reader with an output for one track.
    func reading(
        _ type: MediaType, _ settings: ReaderOutputSettings?, _ range: MediaTimeRange? = nil
    ) throws -> (AssetReader, AssetReaderTrackOutput) {
        let track = tracks(withMediaType: type)[0]
        let reader = AssetReader(asset: self)
        let output = AssetReaderTrackOutput(track: track, outputSettings: settings)
        if let range { reader.timeRange = range }
        guard reader.add(output), reader.startReading() else { throw reader.error! }
        return (reader, output)
    }
}
