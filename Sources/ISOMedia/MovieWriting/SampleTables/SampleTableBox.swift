import Media

/// The sample table (`stbl`) of one track, extended sample by sample (ISO/IEC 14496-12 8.5 to 8.7).
///
/// Contains no media and little memory per sample: 4 bytes for audio of constant duration, about 13 bytes for reordered
/// video.
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

    /// Appends a chunk of contiguous samples whose media start at `offset` in the file.
    package mutating func append(chunkAt offset: UInt64, _ samples: [MovieFragment.SampleEntry]) {
        guard !samples.isEmpty else { return }
        chunks.append(offset: offset, samples: samples.count)
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
}

// stts, ctts?, stss?, sdtp?, stsc, stsz, stco|co64, sgpd+sbgp?
extension ByteWriter {
    /// Writes the tables of a track, which are empty without samples.
    mutating func writeSampleTables(_ table: SampleTableBox, _ form: MovieBox.Form) {
        writeDurations(table)
        writeSyncSamples(table)
        writeChunkRuns(table.chunks)
        writeSizes(table.sizes)
        writeChunkOffsets(table.chunks, form)
    }

    private mutating func writeDurations(_ table: SampleTableBox) {
        fullBox("stts") { $0.writeRuns(table.durations.counts, table.durations.values) }
        let offsets = table.compositionOffsets
        guard offsets.values.contains(where: { $0 != 0 }) else { return }
        // Version 1 has signed offsets.
        fullBox("ctts", version: table.smallestOffset < 0 ? 1 : 0) { $0.writeRuns(offsets.counts, offsets.values) }
    }

    private mutating func writeRuns<Value: FixedWidthInteger>(_ counts: [UInt32], _ values: [Value]) {
        write(UInt32(truncatingIfNeeded: counts.count))
        write(count: counts.count * 8) { buffer in
            var raw = RawWriter(buffer)
            for index in counts.indices {
                raw.write(counts[index])
                raw.write(UInt32(truncatingIfNeeded: values[index]))
            }
        }
    }

    private mutating func writeSyncSamples(_ table: SampleTableBox) {
        if let numbers = table.dependencies.syncSamples {
            fullBox("stss") { writer in
                writer.write(UInt32(truncatingIfNeeded: numbers.count))
                writer.write(bigEndian: numbers)
            }
        }
        if let bytes = table.dependencies.bytes { fullBox("sdtp") { $0.write(contentsOf: bytes) } }
    }

    private mutating func writeChunkRuns(_ chunks: ChunkTable) {
        fullBox("stsc") { writer in
            writer.write(UInt32(truncatingIfNeeded: chunks.runs.count))
            writer.write(count: chunks.runs.count * 12) { buffer in
                var raw = RawWriter(buffer)
                for run in chunks.runs {
                    raw.write(run.firstChunk)
                    raw.write(run.samples)
                    raw.write(UInt32(1))
                }
            }
        }
    }

    private mutating func writeSizes(_ sizes: SampleSizes) {
        fullBox("stsz") { writer in
            // A constant size of 0 would announce a table of sizes.
            let isConstant = sizes.constant.map { $0 > 0 || sizes.count == 0 } ?? false
            writer.write(isConstant ? sizes.constant ?? 0 : 0)
            writer.write(UInt32(truncatingIfNeeded: sizes.count))
            if sizes.constant == 0 {
                writer.writeZeros(sizes.count * 4)
            } else if !isConstant {
                writer.write(bigEndian: sizes.sizes)
            }
        }
    }

    private mutating func writeChunkOffsets(_ chunks: ChunkTable, _ form: MovieBox.Form) {
        fullBox(form.hasLargeOffsets ? "co64" : "stco") { writer in
            writer.write(UInt32(truncatingIfNeeded: chunks.offsets.count))
            writer.write(count: chunks.offsets.count * (form.hasLargeOffsets ? 8 : 4)) { buffer in
                var raw = RawWriter(buffer)
                for offset in chunks.offsets {
                    let moved = offset &+ UInt64(bitPattern: form.chunkOffsetShift)
                    if form.hasLargeOffsets {
                        raw.write(moved)
                    } else {
                        raw.write(UInt32(truncatingIfNeeded: moved))
                    }
                }
            }
        }
    }

    private mutating func write(bigEndian values: [UInt32]) {
        write(count: values.count * 4) { buffer in
            var raw = RawWriter(buffer)
            for value in values { raw.write(value) }
        }
    }
}
