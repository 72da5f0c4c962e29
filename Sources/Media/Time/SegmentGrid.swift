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

    /// The shortest segment of a track where the track that it follows has no media: half an interval, at most 0.5 s.
    package var shortestFollowing: MediaTime {
        min(.milliseconds(500), MediaTime(value: interval.value / 2, timescale: interval.timescale))
    }

    /// The first cut of a following track at or after `end`, where the leading track ends in a segment that starts at
    /// `start`: the end itself if a boundary is shortly before it, or else the next boundary.
    package func firstCut(atOrAfter end: MediaTime, inSegmentFrom start: MediaTime) -> MediaTime {
        max(end, boundary(after: max(end - shortestFollowing, start + shortestFollowing)))
    }

    /// The cuts of a following track after the leading one, from `first` on. The track is known up to `knownEnd`; `next`
    /// depends on later media.
    package func followingCuts(from first: MediaTime, knownUpTo knownEnd: MediaTime) -> (
        cuts: [MediaTime], next: MediaTime
    ) {
        var (cuts, next) = ([MediaTime](), first)
        while next + shortestFollowing <= knownEnd {
            cuts.append(next)
            next = boundary(after: next)
        }
        return (cuts, next)
    }
}
