public import Media

/// A piece of segment data with its type and report.
public struct AssetSegment: Sendable {
    /// The bytes, shared with the appended samples; `data.bytes` copies them into one array.
    public let data: ByteRope
    public let type: AssetSegmentType
    public let report: AssetSegmentReport?
}
