import Media

/// The sample tables of a track: compressed as stored, read in place.
struct SampleTables: Sendable {
    let file: FileBytes
    var sampleCount = 0
    var durations: StoredEntries<SampleRun<UInt32>>
    var compositionOffsets: StoredEntries<SampleRun<Int32>>
    var chunkRuns: StoredEntries<SampleToChunkBox.Run>
    private var shortChunkOffsets: StoredEntries<UInt32>
    private var longChunkOffsets: StoredEntries<UInt64>
    /// The size of all samples; 0 if the sizes differ.
    var constantSize = 0
    private var sizes: StoredEntries<UInt32>
    /// The sizes of `stz2`, and their number of bits: 4, 8 or 16; 32 without this box.
    private var smallSizes: StoredEntries<UInt8>
    private var sizeBits = 32
    /// The numbers of sync samples, from 1; nil if all samples are sync samples.
    var syncSamples: StoredEntries<UInt32>?
    /// One byte per sample.
    var dependencies: StoredEntries<UInt8>?
    /// The bits of these bytes with the meaning of ISO/IEC 14496-12.
    var dependencyMask: UInt8 = 0xff

    /// Tables without samples.
    init(_ file: FileBytes) {
        self.file = file
        durations = StoredEntries(in: file)
        compositionOffsets = StoredEntries(in: file)
        chunkRuns = StoredEntries(in: file)
        shortChunkOffsets = StoredEntries(in: file)
        longChunkOffsets = StoredEntries(in: file)
        sizes = StoredEntries(in: file)
        smallSizes = StoredEntries(in: file)
    }

    /// Finds and validates the tables among the boxes of `stbl`. All samples of uncompressed audio are sync samples, and
    /// their number is limited only by its field: they are read in groups.
    init(
        _ boxes: [BoxView], in table: BoxView, isQuickTime: Bool, isUncompressed: Bool = false
    ) throws(MovieFileError) {
        self.init(table.file)
        if let found = try Self.entries(boxes, TimeToSampleBox.self, { $0.entries }) {
            durations = found
        }
        if let found = try Self.entries(boxes, CompositionOffsetBox.self, { $0.entries }) {
            compositionOffsets = found
        }
        if let found = try Self.entries(boxes, SampleToChunkBox.self, { $0.runs }) { chunkRuns = found }
        if !isUncompressed { syncSamples = try Self.entries(boxes, SyncSampleBox.self, { $0.numbers }) }
        if let found = try Self.entries(boxes, LargeChunkOffsetBox.self, { $0.offsets }) {
            longChunkOffsets = found
        } else if let found = try Self.entries(boxes, ChunkOffsetBox.self, { $0.offsets }) {
            shortChunkOffsets = found
        }
        try readSizes(boxes)
        guard sampleCount <= MovieLimits.samples || isUncompressed && constantSize > 0 else {
            throw .tooLarge(what: "samples in a track", limit: MovieLimits.samples)
        }
        if sampleCount > 0, durations.count == 0 || chunkRuns.count == 0 || chunkCount == 0 {
            throw table.damaged("it has \(sampleCount) samples but lacks stts, stsc or stco")
        }
        if !isUncompressed, let box = boxes[SampleDependencyBox.self],
            let found = try? SampleDependencyBox(reading: box)
        {
            dependencies = found.samples.stored
            // QuickTime defines other bits in place of is_leading.
            if isQuickTime { dependencyMask = 0x3f }
        }
    }

    /// Reads the table of a box; nil without the box.
    private static func entries<Table: Box, Entry>(
        _ boxes: [BoxView], _: Table.Type, _ entries: (Table) -> EntryTable<Entry>
    ) throws(MovieFileError) -> StoredEntries<Entry>? {
        guard let box = boxes[Table.self] else { return nil }
        return entries(try Table(reading: box)).stored
    }

    private mutating func readSizes(_ boxes: [BoxView]) throws(MovieFileError) {
        if let box = boxes[SampleSizeBox.self] {
            let fields = try SampleSizeBox(reading: box)
            (constantSize, sampleCount) = (Int(fields.constantSize), fields.sampleCount)
            sizes = fields.sizes.stored ?? sizes
        } else if let box = boxes[CompactSampleSizeBox.self] {
            let fields = try CompactSampleSizeBox(reading: box)
            guard [4, 8, 16].contains(fields.bits) else {
                throw box.damaged("sizes of \(fields.bits) bits; 4, 8 or 16 are allowed")
            }
            (sizeBits, sampleCount) = (Int(fields.bits), Int(fields.sampleCount))
            guard sampleCount <= fields.sizes.count * 8 / sizeBits else {
                throw box.damaged("it declares \(sampleCount) samples and is too small for them")
            }
            smallSizes = fields.sizes.stored ?? smallSizes
        }
    }

    /// Returns the number of samples that the size table declares; 0 without one. `find` returns a box of `stbl`.
    static func declaredSampleCount(_ find: (FourCC) -> BoxView?) -> Int {
        if let box = find(SampleSizeBox.type) {
            return SampleSizeBox(readingPresentFieldsOf: box).sampleCount
        }
        guard let box = find(CompactSampleSizeBox.type) else { return 0 }
        return Int(CompactSampleSizeBox(readingPresentFieldsOf: box).sampleCount)
    }

    var chunkCount: Int { max(shortChunkOffsets.count, longChunkOffsets.count) }

    /// Returns the size of a sample in bytes.
    @inline(__always) func size(at index: Int) -> Int {
        if constantSize > 0 { return constantSize }
        if sizeBits == 32 { return Int(sizes[index]) }
        return Self.smallSize(smallSizes, sizeBits, at: index)
    }

    // Without the tables, which would be copied for the call.
    @inline(never) private static func smallSize(
        _ smallSizes: StoredEntries<UInt8>, _ sizeBits: Int, at index: Int
    ) -> Int {
        switch sizeBits {
        case 16: return Int(smallSizes[index * 2]) << 8 | Int(smallSizes[index * 2 + 1])
        case 8: return Int(smallSizes[index])
        default: return Int(smallSizes[index / 2] >> (index & 1 == 0 ? 4 : 0) & 0xf)
        }
    }

    /// Returns the offset of a chunk in the file. Values that exceed 63 bits are clamped beyond the end of every file.
    func chunkOffset(at index: Int) -> Int {
        guard longChunkOffsets.count > 0 else { return Int(shortChunkOffsets[index]) }
        return Int(min(longChunkOffsets[index], UInt64(Int.max / 2)))
    }

    /// The duration that almost all samples have; nil if durations vary.
    var commonDuration: UInt32? {
        guard durations.count > 0, durations.count <= 2 else { return nil }
        // The last sample often has a different duration.
        if durations.count == 2, durations[1].count > 1 { return nil }
        let duration = durations[0].value
        return duration > 0 ? duration : nil
    }
}
