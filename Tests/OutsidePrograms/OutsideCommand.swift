import Foundation

/// Runs a program found on PATH to its end and returns its output. Throws the output if it fails.
@discardableResult
package func command(_ name: String, _ arguments: String...) throws -> String {
    try command(name, arguments)
}

/// Runs a program found on PATH to its end and returns its output. Throws the output if it fails or runs for more than
/// `limit` seconds.
@discardableResult
package func command(_ name: String, _ arguments: [String], limit: Int = 120) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // GStreamer's programs sometimes wait for ever after an error, such as a pad that is not linked.
    process.arguments = ["timeout", "--kill-after=5", "\(limit)", name] + arguments
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CommandFailure(command: name, output: text) }
    return text
}
