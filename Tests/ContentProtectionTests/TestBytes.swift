import ContentProtection
import Foundation

/// The bytes of hexadecimal digits.
func bytes(_ digits: String) -> [UInt8] {
    var (result, rest) = ([UInt8](), digits[...])
    while !rest.isEmpty {
        result.append(UInt8(rest.prefix(2), radix: 16)!)
        rest = rest.dropFirst(2)
    }
    return result
}

func hex(_ bytes: some Sequence<UInt8>) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

func aes(_ key: [UInt8]) throws -> AES128 { try key.withUnsafeBytes { try AES128(key: $0) } }

/// Runs a program to its end. Throws unless it succeeds.
func run(_ program: String, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CommandFailure(program: program, arguments: arguments) }
}

struct CommandFailure: Error {
    let program: String
    let arguments: [String]
}
