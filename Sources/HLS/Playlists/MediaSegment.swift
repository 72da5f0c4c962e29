package import Media

/// One entry of a media playlist and what its tags say of it (RFC 8216bis 4.4.4).
package struct MediaSegment: Sendable, Hashable {
    /// A URI reference, relative to the playlist unless it is absolute.
    package var uri: String
    /// What EXTINF declares: written with six decimals, or nine where only these are exact; see ``PublishedTimeline``.
    package var duration: MediaTime
    /// The text after the duration, for people.
    package var title: String
    /// The part of the resource that is the segment; nil for all of it.
    package var byteRange: ByteRange?
    /// The initialization section in force; nil for none.
    package var initialization: InitializationSection?
    /// Whether the timeline, the format or the tracks change before this segment.
    package var isDiscontinuity: Bool
    /// Whether the segment is missing and should not be loaded.
    package var isGap: Bool
    /// When its first sample was presented in the world.
    package var programDateTime: DateTime?
    /// How it is encrypted, one key for each key format; empty for not at all.
    package var keys: [EncryptionKey] = []
    /// The approximate bit rate in force, in kbit/s; nil for none and for byte ranges (RFC 8216bis 4.4.4.8).
    package var bitRate: Int?
    /// The parts that it was published in, in order.
    package var parts: [PartialSegment] = []
    /// The date ranges that stand before it.
    package var dateRanges: [DateRange] = []
    /// The tags before its URI that are not understood, in order.
    package var unknownTags: [UnknownTag] = []

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
