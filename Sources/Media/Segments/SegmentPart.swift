/// Which piece of its segment a part is (RFC 8216bis 4.4.4.9).
public struct SegmentPart: Sendable, Hashable {
    /// The number within its segment, from 0.
    public var index: Int
    /// Whether it begins with a sync sample.
    public var isIndependent: Bool
    /// Whether it is the last one of its segment.
    public var isLast: Bool
    /// Whether there is nothing in it, as in all parts of a segment that is a gap.
    public var isGap = false

    /// A part of a segment.
    public init(index: Int, isIndependent: Bool, isLast: Bool) {
        self.index = index
        self.isIndependent = isIndependent
        self.isLast = isLast
    }
}
