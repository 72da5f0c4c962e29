package import HLS

/// A tag or URI line of a playlist.
package struct ScannedLine: Sendable, Hashable {
    /// The type of a line (RFC 8216bis 4.1).
    package enum Kind: Sendable, Hashable {
        case tag(PlaylistTag)
        /// The name of an unknown tag.
        case unknownTag(String)
        case uri
    }

    /// The line number, starting at 1.
    package var number: Int
    package var kind: Kind
    /// The text after the colon of a tag, nil without a colon; the entire line of a URI, with variables expanded.
    package var value: String?
    /// The attributes of a tag with an attribute list.
    package var attributes: ScannedAttributes?
    /// Whether whitespace around the line was removed.
    package var hadBlanks = false

    /// The tag; nil for unknown tags and URIs.
    package var tag: PlaylistTag? { if case .tag(let tag) = kind { tag } else { nil } }
}
