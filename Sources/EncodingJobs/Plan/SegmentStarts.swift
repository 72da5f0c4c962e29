package import Media

/// Derives the starts of segments from the times of video frames, as packaging does.
package enum SegmentStarts {
    /// Returns the starts of the segments after the first one: each is the first frame at or after the next boundary of
    /// the grid. `times` are in ascending order.
    package static func starts(of times: [MediaTime], on grid: SegmentGrid) -> [MediaTime] {
        guard let first = times.first, !grid.interval.isIndefinite else { return [] }
        var (starts, next) = ([MediaTime](), grid.boundary(after: first))
        for time in times where time >= next {
            starts.append(time)
            next = grid.boundary(after: time)
        }
        return starts
    }
}
