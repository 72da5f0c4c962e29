package import Media

/// The times at which the segments of all video tracks start, for tracks whose sync samples differ.
package struct BoundaryTimes: Sendable, Hashable {
    /// The maximum distance between times of different tracks that count as the same: a tick of the coarsest usual
    /// timescale, rounded in both tracks.
    package static let tolerance = MediaTime.milliseconds(2)

    /// In nanoseconds, increasing.
    private let times: [Int64]

    /// Times in increasing order.
    package init(_ times: [MediaTime]) { self.times = times.map { $0.ticks(at: Self.scale) } }

    private static let scale: Int32 = 1_000_000_000

    private init(_ nanoseconds: [Int64]) { times = nanoseconds }

    /// Returns the times later by `offset`.
    package func shifted(by offset: MediaTime) -> BoundaryTimes {
        BoundaryTimes(times.map { $0 &+ offset.ticks(at: Self.scale) })
    }

    /// Returns these times and later ones.
    package func appending(_ later: BoundaryTimes) -> BoundaryTimes { BoundaryTimes(times + later.times) }

    /// Returns whether a sync sample presented at `time` starts a segment.
    func contains(_ time: MediaTime) -> Bool {
        let (time, tolerance) = (time.ticks(at: Self.scale), Self.tolerance.ticks(at: Self.scale))
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time - tolerance { low = middle + 1 } else { high = middle }
        }
        return low < times.count && times[low] <= time + tolerance
    }
}
