/// The numbers of a playlist's first entry (RFC 8216bis 4.4.3.2 and 4.4.3.3).
package struct SequenceNumbers: Sendable, Hashable {
    /// The media sequence number.
    package var media: Int
    /// The number of removed discontinuities.
    package var discontinuity: Int

    package init(media: Int = 0, discontinuity: Int = 0) {
        self.media = media
        self.discontinuity = discontinuity
    }

    /// Advances past a removed entry.
    mutating func advance(past entry: MediaSegment) {
        media += 1
        if entry.isDiscontinuity { discontinuity += 1 }
    }
}
