/// An initialization segment or a media segment of one rendition, with its report.
public struct Segment: Sendable {
    /// What a segment holds.
    public enum Kind: String, Sendable, Hashable {
        /// The file type and movie boxes.
        case initialization
        /// One or more movie fragments, each with its media data.
        case separable
    }

    /// The rendition it is a part of.
    public var rendition: Rendition
    public var kind: Kind
    /// The number of the media segment within its rendition, from 0; 0 for initialization segments.
    public var index: Int
    public var data: ByteRope
    public var report: SegmentReport

    /// A segment of `rendition`.
    public init(rendition: Rendition, kind: Kind, index: Int, data: ByteRope, report: SegmentReport) {
        self.rendition = rendition
        self.kind = kind
        self.index = index
        self.data = data
        self.report = report
    }
}
