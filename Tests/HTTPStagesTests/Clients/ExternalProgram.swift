import Foundation

/// A third-party program used as a client of the server.
struct ExternalProgram {
    struct Result {
        var status: Int32
        var output: String
    }

    /// Runs the program to its end, on a separate thread so that other tests are not blocked.
    static func run(_ arguments: [String]) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Swift.Result { try runAndWait(arguments) })
            }
        }
    }

    private static func runAndWait(_ arguments: [String]) throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }
}

/// Runs curl and returns its output.
func curl(_ arguments: [String]) async throws -> ExternalProgram.Result {
    try await ExternalProgram.run(["curl", "--silent", "--max-time", "60"] + arguments)
}

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
    let path = NSTemporaryDirectory() + "sluice-http-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func text(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
    func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init) }
}
