/// The most recent state of another rendition of the presentation (RFC 8216bis 4.4.5.4).
package struct RenditionReport: Sendable, Hashable {
    /// The URI of its media playlist, relative to this playlist.
    package var uri: String
    /// The media sequence number of the last segment, or of the upcoming segment if its parts are listed.
    package var lastMediaSequence: Int?
    /// The index of the last part of that segment.
    package var lastPart: Int?
    package var unknownAttributes: [UnknownAttribute] = []

    package init(uri: String, lastMediaSequence: Int? = nil, lastPart: Int? = nil) {
        self.uri = uri
        self.lastMediaSequence = lastMediaSequence
        self.lastPart = lastPart
    }
}
