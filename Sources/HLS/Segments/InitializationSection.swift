/// Where a player finds what it needs before it can parse a segment (RFC 8216bis 4.4.4.5).
package struct InitializationSection: Sendable, Hashable {
    package var uri: String
    package var byteRange: ByteRange?
    /// How it is encrypted: the keys in force where its tag stands.
    package var keys: [EncryptionKey] = []
    package var unknownAttributes: [UnknownAttribute] = []

    package init(uri: String, byteRange: ByteRange? = nil) {
        self.uri = uri
        self.byteRange = byteRange
    }
}
