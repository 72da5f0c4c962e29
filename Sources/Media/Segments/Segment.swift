/// An initialization segment or a media segment of one rendition, with its report.
public struct Segment: Sendable {
    /// What a segment holds.
    public enum Kind: String, Sendable, Hashable {
        /// The file type and movie boxes.
        case initialization
        /// One or more movie fragments, each with its media data.
        case separable
        /// A piece of a media segment, given out before the segment is whole: the pieces of a segment, one behind the
        /// other, are its bytes. The whole segment follows them. Those of a gap have no bytes either.
        case part
        /// Nothing: a time in which the rendition has no media, as while its source is lost. It has no bytes, and its
        /// report says when it is.
        case gap
    }

    /// The rendition it is a part of.
    public var rendition: Rendition
    public var kind: Kind
    /// The number of the media segment within its rendition, from 0; 0 for initialization segments.
    public var index: Int
    public var data: ByteRope
    public var report: SegmentReport
    /// Whether formats change before this segment, in this rendition or in another of the presentation.
    public var isDiscontinuity = false
    /// Which piece of the segment `index` it is; nil for all but parts.
    public var part: SegmentPart?

    /// A segment of `rendition`.
    public init(rendition: Rendition, kind: Kind, index: Int, data: ByteRope, report: SegmentReport) {
        self.rendition = rendition
        self.kind = kind
        self.index = index
        self.data = data
        self.report = report
    }
}
