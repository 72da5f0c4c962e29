package import HLS

/// One line of a playlist that says something, as it stands.
package struct ScannedLine: Sendable, Hashable {
    /// What a line is (RFC 8216bis 4.1).
    package enum Kind: Sendable, Hashable {
        case tag(PlaylistTag)
        /// A tag that is not understood, by its name.
        case unknownTag(String)
        case uri
    }

    /// From 1.
    package var number: Int
    package var kind: Kind
    /// Behind the colon of a tag, nil without one; the whole line of a URI, with variables put in.
    package var value: String?
    /// Of a tag that has them.
    package var attributes: ScannedAttributes?
    /// Whether spaces or tabs stood around the line, which is given here without them.
    package var hadBlanks = false

    /// The tag, where it is understood.
    package var tag: PlaylistTag? { if case .tag(let tag) = kind { tag } else { nil } }
}
