import ContentProtection
import Media

/// A ClearKey licence: a set of JSON Web Keys (W3C Encrypted Media Extensions 9.1.4), in protected memory.
struct ClearKeyLicence {
    /// The JSON document.
    let bytes: ByteSlice

    private static let entryLength = 96
    private static let (start, end) = ("{\"keys\":[", "],\"type\":\"temporary\"}")

    /// Returns nil without memory.
    init?(_ keys: [ContentKey]) {
        guard
            let memory = ProtectedMemory(
                count: Self.start.utf8.count + Self.end.utf8.count + keys.count * Self.entryLength)
        else { return nil }
        var count = 0
        func append(_ text: String) {
            UnsafeMutableRawBufferPointer(rebasing: memory.bytes[count...]).copyBytes(from: text.utf8)
            count += text.utf8.count
        }
        func append(_ block: UnsafeRawBufferPointer) {
            let end = count + Base64URL.textLength
            Base64URL.write(block, to: UnsafeMutableRawBufferPointer(rebasing: memory.bytes[count..<end]))
            count = end
        }
        append(Self.start)
        for (index, key) in keys.enumerated() {
            append("\(index > 0 ? "," : ""){\"kty\":\"oct\",\"kid\":\"")
            key.id.bytes.withUnsafeBytes { append($0) }
            append("\",\"k\":\"")
            key.withUnsafeBytes { append($0) }
            append("\"}")
        }
        append(Self.end)
        // The memory is overwritten and returned with its last reference.
        bytes = ByteSlice(
            ByteStorage(borrowing: UnsafeRawPointer(memory.bytes.baseAddress!), count: count) { _ = memory })
    }
}
