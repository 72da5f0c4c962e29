/// How far another rendition of the presentation is (RFC 8216bis 4.4.5.4).
package struct RenditionReport: Sendable, Hashable {
    /// Its playlist, relative to this one.
    package var uri: String
    /// The media sequence number of the last segment, or of the one whose parts are listed.
    package var lastMediaSequence: Int?
    /// The index of its last part.
    package var lastPart: Int?
    package var unknownAttributes: [UnknownAttribute] = []

    package init(uri: String, lastMediaSequence: Int? = nil, lastPart: Int? = nil) {
        self.uri = uri
        self.lastMediaSequence = lastMediaSequence
        self.lastPart = lastPart
    }
}
