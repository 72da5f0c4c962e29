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

    /// The samples where they lie in the file that has them: those that follow each other there are a chunk.
    var referencedChunks: [(offset: UInt64, entries: [MovieFragment.SampleEntry])] {
        var chunks: [(offset: UInt64, entries: [MovieFragment.SampleEntry])] = []
        var next = 0
        for slice in media.slices {
            let first = next
            var left = slice.count
            while next < entries.count, left >= Int(entries[next].size) {
                left -= Int(entries[next].size)
                next += 1
            }
            chunks.append((UInt64(slice.offset), Array(entries[first..<next])))
        }
        if next < entries.count { chunks.append((0, Array(entries[next...]))) }
        return chunks
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

    /// Whether `sample` begins a new run after one that began at `start` and has `size` bytes; nil for no run.
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
