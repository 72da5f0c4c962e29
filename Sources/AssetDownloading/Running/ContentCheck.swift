/// Rejects bytes that cannot be the expected media, such as a server's error page with status 200.
///
/// Rejects only certain cases: unknown formats and encrypted media may contain any bytes.
package struct ContentCheck: Sendable, Hashable {
    /// The number of bytes at the start to examine.
    package static let headSize = 1024

    /// The resource name in messages.
    package var name: String
    /// Whether it is encrypted with AES-128 in CBC mode, whose padding fills blocks of 16 bytes (RFC 8216bis 5.2).
    package var isPadded = false

    package init(name: String, isPadded: Bool = false) {
        self.name = name
        self.isPadded = isPadded
    }

    /// Returns the reason to reject a resource with `count` bytes that begins with `head`; nil if it is acceptable.
    package func problem(count: Int, head: some Sequence<UInt8>) -> AssetDownloadError? {
        guard count > 0 else { return error("is empty") }
        let text = Self.text(head)
        if text.hasPrefix("<"), text.contains("<html") || text.contains("<!doctype html") {
            return error("is an HTML page, not media; the server sent it with a success status")
        }
        if text.hasPrefix("#extm3u") { return error("is a playlist, not media") }
        if isPadded, !count.isMultiple(of: 16) {
            return error("has \(count) bytes; segments encrypted with AES-128 have a multiple of 16")
        }
        return nil
    }

    /// Returns the reason to reject a key; nil if it is acceptable.
    package func problem(key: [UInt8]) -> AssetDownloadError? {
        // The key sizes of AES-128 and AES-256.
        if key.count == 16 || key.count == 32 { return nil }
        return error("is a key of \(key.count) bytes; keys have 16 or 32")
    }

    private func error(_ problem: String) -> AssetDownloadError { AssetDownloadError(.malformed, "\(name) \(problem)") }

    /// Returns the start in lower case, without byte order mark and leading white space.
    private static func text(_ head: some Sequence<UInt8>) -> String {
        var bytes = Array(head)[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        let printed = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return String(decoding: printed, as: UTF8.self).lowercased()
    }
}
