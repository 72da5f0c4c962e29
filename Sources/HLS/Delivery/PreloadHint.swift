/// What will be needed soon and may be asked for already (RFC 8216bis 4.4.5.3).
package struct PreloadHint: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case part = "PART"
        case map = "MAP"
    }

    package var kind: Kind
    package var uri: String
    /// The first byte that belongs to it.
    package var offset: Int
    /// nil up to the end of the resource.
    package var length: Int?
    package var unknownAttributes: [UnknownAttribute] = []

    package init(kind: Kind, uri: String, offset: Int = 0, length: Int? = nil) {
        self.kind = kind
        self.uri = uri
        self.offset = offset
        self.length = length
    }
}
