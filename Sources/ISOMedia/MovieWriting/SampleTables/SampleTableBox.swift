import Media

/// The sample table (`stbl`) of one track, extended sample by sample (ISO/IEC 14496-12 8.5 to 8.7).
///
/// Contains no media and little memory per sample: 4 bytes for audio of constant duration, about 13 bytes for reordered
/// video, none for uncompressed audio.
package struct SampleTableBox: Sendable {
    private(set) var durations = RunLengths<UInt32>()
    private(set) var compositionOffsets = RunLengths<Int32>()
    private(set) var sizes = SampleSizes()
    private(set) var dependencies = SampleDependencies()
    private(set) var chunks = ChunkTable()
    /// The sum of all durations, in ticks.
    package private(set) var duration: UInt64 = 0
    private(set) var smallestOffset: Int32 = 0

    package init() {}

    package var sampleCount: Int { sizes.count }
    package var chunkCount: Int { chunks.offsets.count }
    /// The memory in bytes, similar to the size in the file.
    package var memory: Int {
        durations.memory + compositionOffsets.memory + sizes.memory + dependencies.memory + chunks.memory
    }
    /// The offset of the last chunk in the file.
    package var largestChunkOffset: UInt64 { chunks.largestOffset }

    /// Appends a chunk of contiguous samples whose media start at `offset` in the file, and whose format is that of the
    /// sample entry with index `entry`, from 1.
    package mutating func append(
        chunkAt offset: UInt64, _ samples: [MovieFragment.SampleEntry], entry: UInt32 = 1
    ) {
        guard !samples.isEmpty else { return }
        chunks.append(offset: offset, samples: samples.count, entry: entry)
        samples.withUnsafeBufferPointer { samples in
            for sample in samples {
                durations.append(sample.duration)
                compositionOffsets.append(sample.compositionOffset)
                sizes.append(sample.size)
                dependencies.append(sample.flags)
                duration &+= UInt64(sample.duration)
                smallestOffset = min(smallestOffset, sample.compositionOffset)
            }
        }
    }

    /// Appends a chunk of audio whose samples are frames of `frameSize` bytes and one tick. Each of the packets contains
    /// any number of them; the last frame of a packet lasts until the next packet.
    package mutating func append(
        chunkAt offset: UInt64, packets: [MovieFragment.SampleEntry], frameSize: UInt32
    ) {
        let frameCount = packets.reduce(0) { $0 + Int($1.size / frameSize) }
        guard frameCount > 0 else { return }
        chunks.append(offset: offset, samples: frameCount, entry: 1)
        for packet in packets {
            let count = packet.size / frameSize
            guard count > 0 else { continue }
            durations.append(1, count: count - 1)
            durations.append(packet.duration >= count ? packet.duration - count + 1 : 1)
            compositionOffsets.append(0, count: count)
            duration &+= UInt64(max(packet.duration, count))
        }
        sizes.append(frameSize, count: frameCount)
        dependencies.appendIndependent(count: frameCount)
    }
}

// stts, ctts?, stss?, sdtp?, stsc, stsz, stco|co64, sgpd+sbgp?
extension ByteWriter {
    /// Writes the tables of a track, which are empty without samples.
    mutating func writeSampleTables(_ table: SampleTableBox, _ form: MovieBox.Form) {
        writeDurations(table)
        writeSyncSamples(table)
        write(SampleToChunkBox(runs: EntryTable(table.chunks.runs)))
        writeSizes(table.sizes)
        writeChunkOffsets(table.chunks, form)
    }

    private mutating func writeDurations(_ table: SampleTableBox) {
        write(TimeToSampleBox(entries: EntryTable(table.durations.runs)))
        let offsets = table.compositionOffsets.runs
        guard offsets.contains(where: { $0.value != 0 }) else { return }
        var box = CompositionOffsetBox(entries: EntryTable(offsets))
        // Version 1 has signed offsets.
        box.header.version = table.smallestOffset < 0 ? 1 : 0
        write(box)
    }

    private mutating func writeSyncSamples(_ table: SampleTableBox) {
        if let numbers = table.dependencies.syncSamples { write(SyncSampleBox(numbers: EntryTable(numbers))) }
        if let bytes = table.dependencies.bytes { write(SampleDependencyBox(samples: EntryTable(bytes))) }
    }

    private mutating func writeSizes(_ sizes: SampleSizes) {
        // A constant size of 0 announces a table of sizes.
        guard let size = sizes.constant, size > 0 else {
            let all = sizes.constant == nil ? sizes.sizes : Array(repeating: 0, count: sizes.count)
            return write(SampleSizeBox(sizes: EntryTable(all)))
        }
        write(SampleSizeBox(constantSize: size, count: UInt32(truncatingIfNeeded: sizes.count)))
    }

    private mutating func writeChunkOffsets(_ chunks: ChunkTable, _ form: MovieBox.Form) {
        let shift = UInt64(bitPattern: form.chunkOffsetShift)
        if form.hasLargeOffsets {
            write(LargeChunkOffsetBox(offsets: EntryTable(chunks.offsets.map { $0 &+ shift })))
        } else {
            write(ChunkOffsetBox(offsets: EntryTable(chunks.offsets.map { UInt32(truncatingIfNeeded: $0 &+ shift) })))
        }
    }
}
