/// The fixed grid `start + k × interval` of segment boundaries.
///
/// Boundaries are computed from `k`, never from the preceding boundary, so rounding errors do not accumulate.
public struct SegmentGrid: Sendable, Hashable {
    /// The first boundary.
    public let start: MediaTime
    /// The distance between boundaries: above zero, or ``MediaTime/indefinite`` for a grid without boundaries.
    public let interval: MediaTime

    /// A grid that begins at `start`.
    public init(start: MediaTime = .zero, interval: MediaTime) {
        precondition(interval > .zero, "a segment interval is above zero")
        self.start = start
        self.interval = interval
    }

    /// The boundary with this index, from 0.
    public func boundary(_ index: Int64) -> MediaTime {
        interval.isIndefinite ? .indefinite : start + interval * index
    }

    /// The index of the last boundary at or before `time`; negative before the start of the grid.
    public func index(at time: MediaTime) -> Int64 {
        if interval.isIndefinite || time.isIndefinite { return 0 }
        let elapsed = time - start
        // elapsed / interval as one integer division, rounded down.
        let dividend = Int128(elapsed.value) * Int128(interval.timescale)
        let divisor = Int128(interval.value) * Int128(elapsed.timescale)
        return TickRounding.down.divide(dividend, by: divisor)
    }

    /// The first boundary after `time` that ends a segment. Times before the grid belong to the first segment.
    public func boundary(after time: MediaTime) -> MediaTime {
        let last = index(at: time)
        return boundary(max(1, last == .max ? last : last + 1))
    }
}
