/// The data that a player needs before it can parse a segment (RFC 8216bis 4.4.4.5).
package struct InitializationSection: Sendable, Hashable {
    package var uri: String
    package var byteRange: ByteRange?
    /// Its encryption: the keys in force at its tag.
    package var keys: [EncryptionKey] = []
    package var unknownAttributes: [UnknownAttribute] = []

    package init(uri: String, byteRange: ByteRange? = nil) {
        self.uri = uri
        self.byteRange = byteRange
    }
}
