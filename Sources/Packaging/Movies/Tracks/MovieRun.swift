import ISOMedia
import Media

/// Consecutive samples of one track in the file: a chunk, or a track's part of a fragment.
struct MovieRun: Sendable {
    /// The decode time of the first sample on the input's timeline, in ticks of the track.
    let startTicks: Int64
    /// The number of the fragment; 0 in regular movies.
    let fragment: Int64
    /// The index of the sample entry, from 0.
    let entry: Int
    private(set) var entries: [MovieFragment.SampleEntry] = []
    private(set) var media = ByteRope()
    private(set) var endTicks: Int64

    init(startTicks: Int64, fragment: Int64, entry: Int, capacity: Int) {
        self.entry = entry
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
                size: UInt32(truncatingIfNeeded: sample.bytes.count), flags: sample.flags.stored.rawValue,
                compositionOffset: Int32(truncatingIfNeeded: sample.presentationOffset)))
        media.append(sample.bytes)
        endTicks = sample.decodeTicks &+ sample.duration
    }

    /// The samples with their media; contiguous samples form a chunk.
    var referencedChunks: [(media: ByteSlice?, entries: [MovieFragment.SampleEntry])] {
        var chunks: [(media: ByteSlice?, entries: [MovieFragment.SampleEntry])] = []
        var next = 0
        for slice in media.slices {
            let first = next
            var left = slice.count
            while next < entries.count, left >= Int(entries[next].size) {
                left -= Int(entries[next].size)
                next += 1
            }
            chunks.append((slice, Array(entries[first..<next])))
        }
        if next < entries.count { chunks.append((nil, Array(entries[next...]))) }
        return chunks
    }
}
