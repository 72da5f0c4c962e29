import ContentProtection
import Foundation

/// Key files of key periods in a temporary folder, which is removed at the end.
final class FolderOfKeys: Sendable {
    private let folder: URL
    private let periods: Int
    /// Whether audio and video have different keys.
    private let isSplit: Bool

    /// Creates the files of the first periods: all of them, or only those that are published.
    init(periods: Int, isSplit: Bool = false, published: Int? = nil) throws {
        (self.periods, self.isSplit) = (periods, isSplit)
        folder = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for period in 0..<(published ?? periods) { try publish(period) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Creates the file of a period.
    func publish(_ period: Int) throws {
        let byte = String(format: "%02x", (period + 1) * 17 & 0xff)
        let start = String(repeating: byte, count: 15)
        func key(_ end: String, labels: String) -> String {
            "{\"kid\": \"\(start)\(end)\", \"key\": \"a5\(start)\"\(labels)}"
        }
        let keys =
            isSplit
            ? [
                key(byte, labels: ", \"labels\": [\"sd\", \"hd\"]"),
                key("00", labels: ", \"labels\": [\"audio\"]").replacing("a5", with: "5a"),
            ] : [key(byte, labels: "")]
        let (file, partial) = (path(period), path(period) + ".partial")
        try Data("{\"keys\": [\(keys.joined(separator: ", "))]}".utf8).write(to: URL(filePath: partial))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: partial)
        try FileManager.default.moveItem(atPath: partial, toPath: file)
    }

    private func path(_ period: Int) -> String { folder.path + "/\(period).json" }

    /// The path with `{period}` for the key period.
    var path: String { folder.path + "/{period}.json" }

    func keys(_ period: Int) throws -> KeySet { try KeyFile.read(path: path(period)) }

    /// The keys of all periods that are published.
    func allKeys() throws -> [ContentKey] {
        try (0..<periods).filter { FileManager.default.fileExists(atPath: path($0)) }.flatMap { try keys($0).keys }
    }

    func allCiphers() throws -> [KeyIdentifier: AES128] { try allKeys().ciphers() }
}
