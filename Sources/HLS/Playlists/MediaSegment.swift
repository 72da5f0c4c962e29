package import Media

/// One segment of a media playlist with the properties from its tags (RFC 8216bis 4.4.4).
package struct MediaSegment: Sendable, Hashable {
    /// A URI reference, relative to the playlist unless it is absolute.
    package var uri: String
    /// The value of EXTINF: written with six decimals, or nine if six are inexact; see ``PublishedTimeline``.
    package var duration: MediaTime
    /// The display title after the duration.
    package var title: String
    /// The part of the resource that contains the segment; nil for the complete resource.
    package var byteRange: ByteRange?
    /// The initialization section in force; nil without one.
    package var initialization: InitializationSection?
    /// Whether timestamps, format or tracks change before this segment.
    package var isDiscontinuity: Bool
    /// Whether the segment is missing and should not be loaded.
    package var isGap: Bool
    /// The wall-clock time of its first sample.
    package var programDateTime: DateTime?
    /// The encryption keys in force, one per key format; empty if it is not encrypted.
    package var keys: [EncryptionKey] = []
    /// The approximate bit rate in force, in kbit/s; nil without one and for byte ranges (RFC 8216bis 4.4.4.8).
    package var bitRate: Int?
    /// The parts that make up the segment, in order.
    package var parts: [PartialSegment] = []
    /// The date ranges listed before it.
    package var dateRanges: [DateRange] = []
    /// The unknown tags before its URI, in order.
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
