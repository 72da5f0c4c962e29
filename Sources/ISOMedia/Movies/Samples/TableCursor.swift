import Media

/// Iterates over the samples in the sample tables of a track, in constant time per sample and without additional
/// memory.
struct TableCursor: Sendable {
    private let tables: SampleTables
    private(set) var index = 0
    private(set) var decodeTicks: Int64 = 0

    // The entries of durations, offsets and chunks that apply to the next sample.
    private var durationEntry = 0
    private var durationsLeft = 0
    private var duration: UInt32 = 0
    private var offsetEntry = 0
    private var offsetsLeft = 0
    private var compositionOffset: Int32 = 0
    private var chunk = 0
    private var chunkRun = 0
    private var samplesPerChunk = 0
    private var descriptionIndex = 1
    private var leftInChunk = 0
    private var fileOffset = 0
    private var syncEntry = 0
    /// The index of the next sync sample, from 0; `Int.max` if there is none.
    private var nextSync = 0

    init(_ tables: SampleTables) {
        self.tables = tables
        if tables.syncSamples != nil { readNextSync() }
    }

    /// Returns the next sample, or as one sample several equal ones of up to `groupSize` bytes in the same chunk.
    mutating func next(upTo groupSize: Int = 0) -> MovieSample? {
        guard index < tables.sampleCount else { return nil }
        if leftInChunk == 0, !enterChunk() { return nil }
        if durationsLeft == 0 { enterDurations() }
        if offsetsLeft == 0 { enterOffsets() }
        let count = groupSize > 0 ? equalCount(upTo: groupSize) : 1
        let size = tables.size(at: index) &* count
        var sample = MovieSample(
            fileOffset: fileOffset, size: size, decodeTicks: decodeTicks, compositionOffset: Int64(compositionOffset),
            duration: Int64(duration) &* Int64(count), flags: flags())
        sample.descriptionIndex = descriptionIndex
        fileOffset &+= size
        decodeTicks &+= sample.duration
        leftInChunk &-= count
        durationsLeft &-= count
        offsetsLeft &-= count
        index &+= count
        return sample
    }

    /// Returns the number of equal samples from the current one on; at least 1.
    private func equalCount(upTo groupSize: Int) -> Int {
        guard tables.constantSize > 0, tables.syncSamples == nil, tables.dependencies == nil else { return 1 }
        let count = min(leftInChunk, durationsLeft, offsetsLeft, tables.sampleCount - index)
        // Samples beyond the end of the file are returned one by one, so that those before it are not lost.
        let present = (tables.file.count - fileOffset) / tables.constantSize
        return max(1, min(count, groupSize / tables.constantSize, present))
    }

    /// Moves to the next chunk that contains samples. Returns false if there is none.
    private mutating func enterChunk() -> Bool {
        while chunk < tables.chunkCount {
            while chunkRun < tables.chunkRuns.count {
                let run = tables.chunkRuns[chunkRun]
                guard Int(run.firstChunk) <= chunk &+ 1 else { break }
                samplesPerChunk = Int(run.samplesPerChunk)
                descriptionIndex = max(1, Int(run.descriptionIndex))
                chunkRun &+= 1
            }
            fileOffset = tables.chunkOffset(at: chunk)
            leftInChunk = samplesPerChunk
            chunk &+= 1
            if leftInChunk > 0 { return true }
        }
        return false
    }

    private mutating func enterDurations() {
        while durationsLeft == 0, durationEntry < tables.durations.count {
            let run = tables.durations[durationEntry]
            (durationsLeft, duration) = (Int(run.count), run.value)
            durationEntry &+= 1
        }
        // If the table ends early, its last duration continues.
        if durationsLeft == 0 { durationsLeft = .max }
    }

    private mutating func enterOffsets() {
        while offsetsLeft == 0, offsetEntry < tables.compositionOffsets.count {
            let run = tables.compositionOffsets[offsetEntry]
            (offsetsLeft, compositionOffset) = (Int(run.count), run.value)
            offsetEntry &+= 1
        }
        guard offsetsLeft == 0 else { return }
        compositionOffset = 0
        offsetsLeft = .max
    }

    private mutating func readNextSync() {
        guard let table = tables.syncSamples, syncEntry < table.count else {
            nextSync = .max
            return
        }
        nextSync = Int(table[syncEntry]) &- 1
        syncEntry &+= 1
    }

    private mutating func flags() -> SampleFlags {
        var isSync = true
        if tables.syncSamples != nil {
            while nextSync < index { readNextSync() }
            isSync = nextSync == index
        }
        guard let dependencies = tables.dependencies, index < dependencies.count else {
            return isSync ? .sync : .predicted
        }
        var bits = UInt32(dependencies[index] & tables.dependencyMask) << 20
        // The sync table determines values that the dependency table leaves unknown.
        if bits & 0x0300_0000 == 0 { bits |= isSync ? 0x0200_0000 : 0x0100_0000 }
        return SampleFlags(rawValue: isSync ? bits : bits | 0x0001_0000)
    }
}
