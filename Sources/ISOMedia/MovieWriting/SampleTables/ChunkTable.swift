/// The offsets of chunks and their numbers of samples (ISO/IEC 14496-12 8.7.4 and 8.7.5).
struct ChunkTable: Sendable {
    /// The offsets in the file, in bytes.
    private(set) var offsets: [UInt64] = []
    private(set) var runs: [SampleToChunkBox.Run] = []
    private(set) var largestOffset: UInt64 = 0

    var memory: Int { offsets.count * 8 + runs.count * MemoryLayout<SampleToChunkBox.Run>.stride }

    /// Appends a chunk whose samples have the sample entry with this index, from 1.
    mutating func append(offset: UInt64, samples: Int, entry: UInt32) {
        offsets.append(offset)
        largestOffset = max(largestOffset, offset)
        let samples = UInt32(truncatingIfNeeded: samples)
        guard runs.last?.samplesPerChunk != samples || runs.last?.descriptionIndex != entry else { return }
        var run = SampleToChunkBox.Run()
        run.descriptionIndex = entry
        (run.firstChunk, run.samplesPerChunk) = (UInt32(truncatingIfNeeded: offsets.count), samples)
        runs.append(run)
    }
}
