package import Media

/// Marks the frames that have to become sync samples, so that segments begin on the grid: the first one, and each
/// that just reaches or exceeds a boundary.
package struct KeyframeMarks: Sendable {
    private let grid: SegmentGrid
    private var next: MediaTime?

    package init(grid: SegmentGrid) { self.grid = grid }

    /// Begins again with the next frame, as a further pass over the same media does.
    package mutating func restart() { next = nil }

    /// Whether the frame presented at `time` has to be a sync sample.
    package mutating func mark(_ time: MediaTime) -> Bool {
        if let next, time < next { return false }
        next = grid.boundary(after: time)
        return true
    }
}
