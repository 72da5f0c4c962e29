/// The position and the properties of a part in its segment (RFC 8216bis 4.4.4.9).
public struct SegmentPart: Sendable, Hashable {
    /// The index in the segment, from 0.
    public var index: Int
    /// Whether the part begins with a sync sample.
    public var isIndependent: Bool
    /// Whether the part is the last one of its segment.
    public var isLast: Bool
    /// Whether the part has no media (`GAP=YES`), as do all parts of a segment that is a gap.
    public var isGap = false

    /// A part with media.
    public init(index: Int, isIndependent: Bool, isLast: Bool) {
        self.index = index
        self.isIndependent = isIndependent
        self.isLast = isLast
    }
}
