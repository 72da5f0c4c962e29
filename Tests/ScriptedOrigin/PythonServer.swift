package import Foundation

/// A server in Python, which prints its port and ends when its standard input is closed: with the object.
package final class PythonServer: Sendable {
    package let port: Int
    private let input = Pipe()
    private let processID: Int32

    package init(script: URL, arguments: [String] = []) throws {
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        processID = process.processIdentifier
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw CocoaError(
                .featureUnsupported, userInfo: [NSLocalizedDescriptionKey: "the server does not start: \(line)"])
        }
        self.port = port
    }

    /// Ends the server at once. Programs that were started after it may keep its standard input open.
    package func stop() { kill(processID, SIGKILL) }
}
