/// A resource that will be needed soon and may be requested in advance (RFC 8216bis 4.4.5.3).
package struct PreloadHint: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case part = "PART"
        case map = "MAP"
    }

    package var kind: Kind
    package var uri: String
    /// The offset of its first byte in the resource.
    package var offset: Int
    /// The length in bytes; nil for the rest of the resource.
    package var length: Int?
    package var unknownAttributes: [UnknownAttribute] = []

    package init(kind: Kind, uri: String, offset: Int = 0, length: Int? = nil) {
        self.kind = kind
        self.uri = uri
        self.offset = offset
        self.length = length
    }
}
