import ISOMedia
import Media

/// Determines the ends of the runs of one track.
struct RunBoundaries: Sendable {
    private enum Rule: Sendable {
        case chunks(duration: Int64, size: Int)
        case fragments(SegmentGrid)
    }
    private var rule: Rule
    private let timescale: Int32
    private var nextBoundary = Int64.min
    /// The fragment of the last sample.
    private(set) var fragment: Int64 = 0

    init(_ settings: MovieSettings, _ track: MovieTrackSettings, timescale: Int32) {
        self.timescale = timescale
        if settings.isFragmented {
            rule = .fragments(SegmentGrid(interval: settings.movieFragmentInterval))
        } else {
            let duration = track.preferredMediaChunkDuration ?? settings.interleavingPeriod
            rule = .chunks(
                duration: max(duration.ticks(at: timescale), 0), size: max(track.preferredMediaChunkSize, 0))
        }
    }

    /// Sets the start of the first fragment of the movie, which also contains earlier samples.
    mutating func begin(at time: MediaTime) {
        if case .fragments(let grid) = rule { rule = .fragments(SegmentGrid(start: time, interval: grid.interval)) }
    }

    /// Returns whether `sample` starts a new run after a run that starts at `start` and has `size` bytes; `start` is
    /// nil if there is none.
    @inline(__always) mutating func begins(with sample: Sample, afterRunFrom start: Int64?, size: Int) -> Bool {
        switch rule {
        case .chunks(let duration, let largest):
            guard let start else { return true }
            return sample.decodeTicks &- start >= duration || size &+ sample.bytes.count > largest
        case .fragments(let grid):
            guard sample.decodeTicks >= nextBoundary else { return start == nil }
            let time = sample.decodeTime
            fragment = max(0, grid.index(at: time))
            nextBoundary = grid.boundary(fragment &+ 1).ticks(at: timescale, rounding: .up)
            return true
        }
    }
}
