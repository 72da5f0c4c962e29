import Media

/// Iterates over the samples in the sample tables of a track, in constant time per sample and without additional
/// memory.
struct TableCursor: Sendable {
    /// The index of the next sample, and the entries of durations, offsets and chunks that apply to it.
    struct Position: Sendable {
        fileprivate(set) var index = 0
        fileprivate(set) var decodeTicks: Int64 = 0
        fileprivate var durationEntry = 0
        fileprivate var durationsLeft = 0
        fileprivate var duration: UInt32 = 0
        fileprivate var offsetEntry = 0
        fileprivate var offsetsLeft = 0
        fileprivate var compositionOffset: Int32 = 0
        fileprivate var chunk = 0
        fileprivate var chunkRun = 0
        fileprivate var samplesPerChunk = 0
        fileprivate var descriptionIndex = 1
        fileprivate var leftInChunk = 0
        fileprivate var fileOffset = 0
        fileprivate var syncEntry = 0
        /// The index of the next sync sample, from 0; `Int.max` if there is none.
        fileprivate var nextSync = 0
    }

    private let tables: SampleTables
    private(set) var position = Position()

    init(_ tables: SampleTables) {
        self.tables = tables
        if tables.syncSamples != nil { readNextSync() }
    }

    /// Continues at the position of another cursor of the same tables.
    init(_ tables: SampleTables, at position: Position) {
        self.tables = tables
        self.position = position
    }

    /// Returns the next sample, or as one sample several equal ones of up to `groupSize` bytes in the same chunk.
    mutating func next(upTo groupSize: Int = 0, ofFile fileSize: Int) -> MovieSample? {
        guard position.index < tables.sampleCount else { return nil }
        if position.leftInChunk == 0, !enterChunk() { return nil }
        if position.durationsLeft == 0 { enterDurations() }
        if position.offsetsLeft == 0 { enterOffsets() }
        let count = groupSize > 0 ? equalCount(upTo: groupSize, ofFile: fileSize) : 1
        let size = tables.size(at: position.index) &* count
        var sample = MovieSample(
            fileOffset: position.fileOffset, size: size, decodeTicks: position.decodeTicks,
            compositionOffset: Int64(position.compositionOffset),
            duration: Int64(position.duration) &* Int64(count), flags: flags())
        sample.descriptionIndex = position.descriptionIndex
        position.fileOffset &+= size
        position.decodeTicks &+= sample.duration
        position.leftInChunk &-= count
        position.durationsLeft &-= count
        position.offsetsLeft &-= count
        position.index &+= count
        return sample
    }

    /// Appends up to `count` of the next samples, several times faster than `next`. Returns the first sample that
    /// exceeds a file of `fileSize` bytes, which is not appended; nil if there is none.
    mutating func read(_ count: Int, ofFile fileSize: Int, into samples: inout [MovieSample]) -> MovieSample? {
        if samples.capacity < samples.count + count {
            // At least twice the capacity: a long segment must not be copied for each batch.
            samples.reserveCapacity(max(samples.count + count, 2 * samples.capacity))
        }
        let isSync = tables.syncSamples == nil && tables.dependencies == nil
        var left = count
        while left > 0, position.index < tables.sampleCount {
            if position.leftInChunk == 0, !enterChunk() { return nil }
            if position.durationsLeft == 0 { enterDurations() }
            if position.offsetsLeft == 0 { enterOffsets() }
            // These samples differ in their sizes and flags only.
            let run = min(
                left, tables.sampleCount &- position.index, position.leftInChunk, position.durationsLeft,
                position.offsetsLeft)
            for _ in 0..<run {
                let size = tables.size(at: position.index)
                var sample = MovieSample(
                    fileOffset: position.fileOffset, size: size, decodeTicks: position.decodeTicks,
                    compositionOffset: Int64(position.compositionOffset), duration: Int64(position.duration),
                    flags: isSync ? .sync : flags())
                sample.descriptionIndex = position.descriptionIndex
                position.fileOffset &+= size
                position.decodeTicks &+= sample.duration
                position.leftInChunk &-= 1
                position.durationsLeft &-= 1
                position.offsetsLeft &-= 1
                position.index &+= 1
                guard sample.fileOffset >= 0, sample.fileOffset <= fileSize &- size else { return sample }
                samples.append(sample)
            }
            left -= run
        }
        return nil
    }

    /// Returns the presentation time and the duration of the next sample, without its place: afterwards, `next` must not
    /// be called.
    @inline(__always) mutating func nextTimes() -> (presentation: Int64, duration: Int64)? {
        guard position.index < tables.sampleCount else { return nil }
        if position.durationsLeft == 0 { enterDurations() }
        if position.offsetsLeft == 0 { enterOffsets() }
        let duration = Int64(position.duration)
        let presentation = position.decodeTicks &+ Int64(position.compositionOffset)
        position.decodeTicks &+= duration
        position.durationsLeft &-= 1
        position.offsetsLeft &-= 1
        position.index &+= 1
        return (presentation, duration)
    }

    /// Returns the number of equal samples from the current one on; at least 1.
    private func equalCount(upTo groupSize: Int, ofFile fileSize: Int) -> Int {
        guard tables.constantSize > 0, tables.syncSamples == nil, tables.dependencies == nil else { return 1 }
        let count = min(
            position.leftInChunk, position.durationsLeft, position.offsetsLeft, tables.sampleCount - position.index)
        // Samples beyond the end of the file are returned one by one, so that those before it are not lost.
        let present = (fileSize - position.fileOffset) / tables.constantSize
        return max(1, min(count, groupSize / tables.constantSize, present))
    }

    /// Moves to the next chunk that contains samples. Returns false if there is none.
    private mutating func enterChunk() -> Bool {
        while position.chunk < tables.chunkCount {
            while position.chunkRun < tables.chunkRuns.count {
                let run = tables.chunkRuns[position.chunkRun]
                guard Int(run.firstChunk) <= position.chunk &+ 1 else { break }
                position.samplesPerChunk = Int(run.samplesPerChunk)
                position.descriptionIndex = max(1, Int(run.descriptionIndex))
                position.chunkRun &+= 1
            }
            position.fileOffset = tables.chunkOffset(at: position.chunk)
            position.leftInChunk = position.samplesPerChunk
            position.chunk &+= 1
            if position.leftInChunk > 0 { return true }
        }
        return false
    }

    private mutating func enterDurations() {
        while position.durationsLeft == 0, position.durationEntry < tables.durations.count {
            let run = tables.durations[position.durationEntry]
            (position.durationsLeft, position.duration) = (Int(run.count), run.value)
            position.durationEntry &+= 1
        }
        // If the table ends early, its last duration continues.
        if position.durationsLeft == 0 { position.durationsLeft = .max }
    }

    private mutating func enterOffsets() {
        while position.offsetsLeft == 0, position.offsetEntry < tables.compositionOffsets.count {
            let run = tables.compositionOffsets[position.offsetEntry]
            (position.offsetsLeft, position.compositionOffset) = (Int(run.count), run.value)
            position.offsetEntry &+= 1
        }
        guard position.offsetsLeft == 0 else { return }
        position.compositionOffset = 0
        position.offsetsLeft = .max
    }

    private mutating func readNextSync() {
        guard let table = tables.syncSamples, position.syncEntry < table.count else {
            position.nextSync = .max
            return
        }
        position.nextSync = Int(table[position.syncEntry]) &- 1
        position.syncEntry &+= 1
    }

    private mutating func flags() -> SampleFlags {
        var isSync = true
        if tables.syncSamples != nil {
            while position.nextSync < position.index { readNextSync() }
            isSync = position.nextSync == position.index
        }
        guard let dependencies = tables.dependencies, position.index < dependencies.count else {
            return isSync ? .sync : .predicted
        }
        var bits = UInt32(dependencies[position.index] & tables.dependencyMask) << 20
        // The sync table determines values that the dependency table leaves unknown.
        if bits & 0x0300_0000 == 0 { bits |= isSync ? 0x0200_0000 : 0x0100_0000 }
        return SampleFlags(rawValue: isSync ? bits : bits | 0x0001_0000)
    }
}
