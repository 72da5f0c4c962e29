import Foundation

/// Encryption independent of the code under test.
enum AESEncryption {
    struct Failure: Error { var text: String }

    /// Encrypts with OpenSSL: AES-128 in CBC mode with a zero IV and PKCS #7 padding.
    static func encrypt(_ bytes: [UInt8], key: [UInt8]) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "aes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (clear, stored) = (folder.appending(path: "clear"), folder.appending(path: "stored"))
        try Data(bytes).write(to: clear)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let digits = key.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        process.arguments = [
            "openssl", "enc", "-aes-128-cbc", "-K", digits, "-iv",
            String(repeating: "0", count: 32), "-in", clear.path,
            "-out", stored.path,
        ]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(text: "openssl enc failed") }
        return Array(try Data(contentsOf: stored))
    }
}
