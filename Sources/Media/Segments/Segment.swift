/// An initialization segment or a media segment of one rendition, with its report.
public struct Segment: Sendable {
    /// The kind of a segment's content.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// An initialization segment: the file type and movie boxes.
        case initialization
        /// A media segment: one or more movie fragments, each with its media data.
        case separable
        /// A part of a media segment, emitted before the segment is complete. The parts of a segment, concatenated, are
        /// its bytes. The whole segment follows its parts. Parts of a gap have no bytes.
        case part
        /// A gap: a time without media in this rendition, for example while its source is lost. The segment has no
        /// bytes; its report contains the start and the duration.
        case gap
    }

    /// The rendition that the segment belongs to.
    public var rendition: Rendition
    public var kind: Kind
    /// The index of the media segment in its rendition, from 0; 0 for initialization segments.
    public var index: Int
    public var data: ByteRope
    public var report: SegmentReport
    /// Whether a discontinuity precedes the segment, in this rendition or in another one of the presentation.
    public var isDiscontinuity = false
    /// The position of a part in the segment `index`; nil for other kinds of segments.
    public var part: SegmentPart?
    /// The encryption of the bytes, or of the bytes that follow an initialization segment; nil for clear media.
    public var protection: SegmentProtection?
    /// The state of the encryption after the segment; nil for clear media, initialization segments and parts.
    package var encryption: EncryptionState?
    /// The start of a gap on the timeline of its source; nil for other segments.
    package var sourceStart: MediaTime?
    /// The samples of a media segment, unless it was emitted in parts; nil for other segments.
    package var composition: SegmentComposition?

    /// A segment of `rendition`.
    public init(rendition: Rendition, kind: Kind, index: Int, data: ByteRope, report: SegmentReport) {
        self.rendition = rendition
        self.kind = kind
        self.index = index
        self.data = data
        self.report = report
    }
}
