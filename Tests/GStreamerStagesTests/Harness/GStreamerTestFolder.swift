import Foundation
import Synchronization

/// A folder that is removed with its last reference.
final class GStreamerTestFolder: Sendable {
    let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: root) }

    private static let kept = Mutex<[URL]>([])

    /// Removes the folder at process exit, for folders whose last reference is never released.
    func removeAtExit() {
        Self.kept.withLock { $0.append(root) }
        atexit {
            GStreamerTestFolder.kept.withLock { folders in
                for folder in folders { try? FileManager.default.removeItem(at: folder) }
            }
        }
    }

    func url(_ name: String) -> URL { root.appending(path: name) }
    func path(_ name: String) -> String { url(name).path }
}

/// Runs a program to its end and returns its output; throws the output when it fails.
@discardableResult
func command(_ name: String, _ arguments: String...) throws -> String {
    try command(name, arguments)
}

@discardableResult
func command(_ name: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // GStreamer's programs sometimes wait for ever after an error, such as a pad that is not linked.
    process.arguments = ["timeout", "--kill-after=5", "120", name] + arguments
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw GStreamerToolFailure(command: name, output: text) }
    return text
}

struct GStreamerToolFailure: Error, CustomStringConvertible {
    let command: String
    let output: String
    var description: String { "\(command) failed: \(output)" }
}
