/// A range of a source and the range of a result that presents it.
public struct CMTimeMapping: Sendable, Hashable {
    /// The range in the source.
    public var source: CMTimeRange
    /// The range in the result.
    public var target: CMTimeRange

    /// A mapping between two ranges.
    public init(source: CMTimeRange, target: CMTimeRange) {
        self.source = source
        self.target = target
    }
}
