/// The offsets of chunks and their numbers of samples (ISO/IEC 14496-12 8.7.4 and 8.7.5).
struct ChunkTable: Sendable {
    /// The offsets in the file, in bytes.
    private(set) var offsets: [UInt64] = []
    private(set) var runs: [SampleToChunkBox.Run] = []
    private(set) var largestOffset: UInt64 = 0

    var memory: Int { offsets.count * 8 + runs.count * MemoryLayout<SampleToChunkBox.Run>.stride }

    mutating func append(offset: UInt64, samples: Int) {
        offsets.append(offset)
        largestOffset = max(largestOffset, offset)
        let samples = UInt32(truncatingIfNeeded: samples)
        guard runs.last?.samplesPerChunk != samples else { return }
        var run = SampleToChunkBox.Run()
        (run.firstChunk, run.samplesPerChunk) = (UInt32(truncatingIfNeeded: offsets.count), samples)
        runs.append(run)
    }
}
