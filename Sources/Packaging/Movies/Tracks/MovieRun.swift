import ISOMedia
import Media

/// Consecutive samples of one track in the file: a chunk, or a track's part of a fragment.
struct MovieRun: Sendable {
    /// The decode time of the first sample on the input's timeline, in ticks of the track.
    let startTicks: Int64
    /// The number of the fragment; 0 in regular movies.
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

    /// Appends a sample that the timeline has validated.
    @inline(__always) mutating func append(_ sample: Sample) {
        entries.append(
            MovieFragment.SampleEntry(
                duration: UInt32(truncatingIfNeeded: sample.duration),
                size: UInt32(truncatingIfNeeded: sample.bytes.count), flags: sample.flags.rawValue,
                compositionOffset: Int32(truncatingIfNeeded: sample.presentationOffset)))
        media.append(sample.bytes)
        endTicks = sample.decodeTicks &+ sample.duration
    }

    /// The samples at their offsets in the referenced file; contiguous samples form a chunk.
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
