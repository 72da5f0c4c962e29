/// Refuses bytes that cannot be what a playlist names, such as a server's error page with status 200.
///
/// Only what is certain is refused: media of unknown formats and encrypted media have any bytes.
package struct ContentCheck: Sendable, Hashable {
    /// The bytes that are looked at.
    package static let headSize = 1024

    /// The resource, for messages.
    package var name: String
    /// Whether it is encrypted with AES-128 in CBC mode, whose padding fills blocks of 16 bytes (RFC 8216bis 5.2).
    package var isPadded = false

    package init(name: String, isPadded: Bool = false) {
        self.name = name
        self.isPadded = isPadded
    }

    /// The reason to refuse a resource of so many bytes that begins with `head`; nil where there is none.
    package func problem(count: Int, head: some Sequence<UInt8>) -> AssetDownloadError? {
        guard count > 0 else { return error("is empty") }
        let text = Self.text(head)
        if text.hasPrefix("<"), text.contains("<html") || text.contains("<!doctype html") {
            return error("is an HTML page, not media; the server sent a page with a status of success")
        }
        if text.hasPrefix("#extm3u") { return error("is a playlist, not media") }
        if isPadded, !count.isMultiple(of: 16) {
            return error("has \(count) bytes, and a segment that is encrypted with AES-128 has a multiple of 16")
        }
        return nil
    }

    /// The reason to refuse a key with these bytes; nil where there is none.
    package func problem(key: [UInt8]) -> AssetDownloadError? {
        // Of AES-128 and AES-256.
        if key.count == 16 || key.count == 32 { return nil }
        return error("is named as a key and has \(key.count) bytes; a key has 16")
    }

    private func error(_ problem: String) -> AssetDownloadError { AssetDownloadError(.malformed, "\(name) \(problem)") }

    /// The beginning in lower case, without a byte order mark and white space before it.
    private static func text(_ head: some Sequence<UInt8>) -> String {
        var bytes = Array(head)[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        let printed = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return String(decoding: printed, as: UTF8.self).lowercased()
    }
}
