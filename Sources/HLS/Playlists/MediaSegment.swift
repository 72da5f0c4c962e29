package import Media

/// One entry of a media playlist and what its tags say of it (RFC 8216bis 4.4.4).
package struct MediaSegment: Sendable, Hashable {
    /// A URI reference, relative to the playlist unless it is absolute.
    package var uri: String
    /// What EXTINF declares: written with six decimals, see ``PublishedTimeline``.
    package var duration: MediaTime
    /// The text after the duration, for people.
    package var title: String
    /// The part of the resource that is the segment; nil for all of it.
    package var byteRange: ByteRange?
    /// The initialization section in force; nil for none.
    package var initialization: InitializationSection?
    /// Whether the timeline, the format or the tracks change before this segment.
    package var isDiscontinuity: Bool
    /// When its first sample was presented in the world.
    package var programDateTime: DateTime?
    /// Whether the segment is missing and should not be loaded.
    package var isGap: Bool

    package init(
        uri: String, duration: MediaTime, title: String = "", byteRange: ByteRange? = nil,
        initialization: InitializationSection? = nil, isDiscontinuity: Bool = false,
        programDateTime: DateTime? = nil, isGap: Bool = false
    ) {
        self.uri = uri
        self.duration = duration
        self.title = title
        self.byteRange = byteRange
        self.initialization = initialization
        self.isDiscontinuity = isDiscontinuity
        self.programDateTime = programDateTime
        self.isGap = isGap
    }
}

/// A run of bytes in a resource (RFC 8216bis 4.4.4.2).
package struct ByteRange: Sendable, Hashable {
    package var offset: Int
    package var length: Int

    package init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    /// The offset of the byte after the last one, stopping at the largest integer.
    package var end: Int {
        let (end, overflow) = offset.addingReportingOverflow(length)
        return overflow ? .max : end
    }
}

/// Where a player finds what it needs before it can parse a segment (RFC 8216bis 4.4.4.5).
package struct InitializationSection: Sendable, Hashable {
    package var uri: String
    package var byteRange: ByteRange?

    package init(uri: String, byteRange: ByteRange? = nil) {
        self.uri = uri
        self.byteRange = byteRange
    }
}
