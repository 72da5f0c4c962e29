package import Media

/// Selects the frames that must become sync samples so that segments start on the grid: the first frame, and the first
/// frame at or after each grid boundary.
package struct KeyframeMarker: Sendable {
    private let grid: SegmentGrid
    private var next: MediaTime?

    package init(grid: SegmentGrid) { self.grid = grid }

    /// Resets, so that the next frame is marked, as another pass over the same media requires.
    package mutating func reset() { next = nil }

    /// Returns whether the frame presented at `time` must be a sync sample.
    package mutating func mustBeSync(_ time: MediaTime) -> Bool {
        if let next, time < next { return false }
        next = grid.boundary(after: time)
        return true
    }
}
