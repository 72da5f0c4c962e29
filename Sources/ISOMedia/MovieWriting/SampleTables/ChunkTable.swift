/// The offsets of chunks and their numbers of samples (ISO/IEC 14496-12 8.7.4 and 8.7.5).
struct ChunkTable: Sendable {
    /// The offsets in the file, in bytes.
    private(set) var offsets: [UInt64] = []
    /// The number of the first chunk of each run, from 1, and the samples per chunk of the run.
    private(set) var runs: [(firstChunk: UInt32, samples: UInt32)] = []
    private(set) var largestOffset: UInt64 = 0

    var memory: Int { offsets.count * 8 + runs.count * 8 }

    mutating func append(offset: UInt64, samples: Int) {
        offsets.append(offset)
        largestOffset = max(largestOffset, offset)
        let samples = UInt32(truncatingIfNeeded: samples)
        if runs.last?.samples != samples { runs.append((UInt32(truncatingIfNeeded: offsets.count), samples)) }
    }
}
