import Foundation

/// A folder that is removed with its last reference, and the tools that judge files in it.
final class WritingFolder: Sendable {
    let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: root) }

    func url(_ name: String) -> URL { root.appending(path: name) }
    func path(_ name: String) -> String { url(name).path }
    func text(_ name: String) throws -> String { try String(contentsOf: url(name), encoding: .utf8) }

    /// Runs a program to its end and returns its output; throws the output when it fails.
    @discardableResult func run(_ name: String, _ arguments: String...) throws -> String {
        try run(name, arguments)
    }

    @discardableResult func run(_ name: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(command: name, output: text) }
        return text
    }

    /// Returns the entries that ffprobe prints for a file, one per line.
    func probe(_ name: String, _ arguments: String...) throws -> [String] {
        try run("ffprobe", ["-v", "error", "-of", "csv=p=0"] + arguments + [path(name)])
            .replacingOccurrences(of: "\n,", with: "").split(separator: "\n").map { $0.trimmingCharacters(in: [","]) }
    }

    /// Returns the messages of a decoder that reads a file to its end: empty for a file without errors.
    func decodingMessages(_ name: String) throws -> String {
        try run("ffmpeg", "-v", "warning", "-i", path(name), "-f", "null", "-")
    }

    /// Decodes a file with GStreamer; throws when it reports an error.
    func decodeWithGStreamer(_ name: String) throws {
        try run(
            "gst-launch-1.0", "-q", "filesrc", "location=\(path(name))", "!", "qtdemux", "!", "decodebin", "!",
            "fakesink")
    }

    /// Validates a presentation with the tool of this package; throws the findings.
    func validate(_ name: String) throws {
        let tool = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "sluice").path
        try run(tool, "validate", path(name))
    }

    struct Failure: Error, CustomStringConvertible {
        let command: String
        let output: String
        var description: String { "\(command) failed: \(output)" }
    }
}
