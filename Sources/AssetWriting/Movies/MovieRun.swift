import ISOMedia
import Media

/// Samples of one track that follow each other in the file: a chunk, or a track's part in a fragment.
struct MovieRun: Sendable {
    /// When the first sample is decoded, on the input's timeline in ticks of the track.
    let startTicks: Int64
    /// The number of the fragment it belongs to; 0 in regular movies.
    let fragment: Int64
    private(set) var entries: [MovieFragment.SampleEntry] = []
    private(set) var media = ByteRope()
    private(set) var endTicks: Int64

    init(startTicks: Int64, fragment: Int64, capacity: Int) {
        self.startTicks = startTicks
        self.fragment = fragment
        endTicks = startTicks
        entries.reserveCapacity(capacity)
        media.reserveSlices(capacity)
    }

    /// Adds a sample whose fields the timeline has checked.
    @inline(__always) mutating func append(_ sample: Sample) {
        entries.append(
            MovieFragment.SampleEntry(
                duration: UInt32(truncatingIfNeeded: sample.duration),
                size: UInt32(truncatingIfNeeded: sample.bytes.count), flags: sample.flags.rawValue,
                compositionOffset: Int32(truncatingIfNeeded: sample.presentationOffset)))
        media.append(sample.bytes)
        endTicks = sample.decodeTicks &+ sample.duration
    }
}

/// Decides where the runs of one track end.
struct RunCutter: Sendable {
    private enum Rule: Sendable {
        case chunks(duration: Int64, size: Int)
        case fragments(SegmentGrid)
    }
    private var rule: Rule
    private let timescale: Int32
    private var nextBoundary = Int64.min
    /// The fragment that the last sample belongs to.
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

    /// Says where the first fragment of the movie begins; what comes before is in it too.
    mutating func begin(at time: MediaTime) {
        if case .fragments(let grid) = rule { rule = .fragments(SegmentGrid(start: time, interval: grid.interval)) }
    }

    /// Whether `sample` begins a new run after `run`.
    @inline(__always) mutating func begins(with sample: Sample, after run: MovieRun?) -> Bool {
        switch rule {
        case .chunks(let duration, let size):
            guard let run else { return true }
            return sample.decodeTicks &- run.startTicks >= duration
                || run.media.count &+ sample.bytes.count > size
        case .fragments(let grid):
            guard sample.decodeTicks >= nextBoundary else { return run == nil }
            let time = sample.decodeTime
            fragment = max(0, grid.index(at: time))
            nextBoundary = grid.boundary(fragment &+ 1).ticks(at: timescale, rounding: .up)
            return true
        }
    }
}
