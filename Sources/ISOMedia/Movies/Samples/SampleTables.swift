import Media

/// The sample tables of a track: compressed as stored, read in place.
struct SampleTables: Sendable {
    /// The location of a table's entries in the file.
    struct Table: Sendable {
        var offset = 0
        var count = 0
    }

    let file: FileBytes
    var sampleCount = 0
    /// `stts`: pairs of count and duration.
    var durations = Table()
    /// `ctts`: pairs of count and offset.
    var compositionOffsets = Table()
    /// `stsc`: first chunk, samples per chunk, description.
    var chunkRuns = Table()
    var chunkOffsets = Table()
    var hasLongChunkOffsets = false
    /// The size of all samples; 0 if the sizes differ.
    var constantSize = 0
    var sizes = Table()
    /// The number of bits of a size: 4, 8, 16 or 32.
    var sizeBits = 32
    /// `stss`: numbers of sync samples, from 1; nil if all samples are sync samples.
    var syncSamples: Table?
    /// `sdtp`: one byte per sample.
    var dependencies: Table?
    /// The bits of these bytes with the meaning of ISO/IEC 14496-12.
    var dependencyMask: UInt8 = 0xff

    /// Tables without samples.
    init(_ file: FileBytes) { self.file = file }

    /// Finds and validates the tables among the boxes of `stbl`.
    init(_ boxes: [BoxView], in table: BoxView, isQuickTime: Bool) throws(MovieFileError) {
        self.init(table.file)
        if let box = boxes["stts"] { durations = try Self.table(box, entrySize: 8) }
        if let box = boxes["ctts"] { compositionOffsets = try Self.table(box, entrySize: 8) }
        if let box = boxes["stsc"] { chunkRuns = try Self.table(box, entrySize: 12) }
        if let box = boxes["stss"] { syncSamples = try Self.table(box, entrySize: 4) }
        if let box = boxes["co64"] {
            chunkOffsets = try Self.table(box, entrySize: 8)
            hasLongChunkOffsets = true
        } else if let box = boxes["stco"] {
            chunkOffsets = try Self.table(box, entrySize: 4)
        }
        if let box = boxes["stsz"] { try readSizes(box) } else if let box = boxes["stz2"] { try readSmallSizes(box) }
        guard sampleCount <= MovieLimits.samples else {
            throw .tooLarge(what: "samples in a track", limit: MovieLimits.samples)
        }
        if sampleCount > 0, durations.count == 0 || chunkRuns.count == 0 || chunkOffsets.count == 0 {
            throw table.damaged("it has \(sampleCount) samples but lacks stts, stsc or stco")
        }
        if let box = boxes["sdtp"], box.contentSize >= 4 {
            dependencies = Table(offset: box.contentOffset + 4, count: box.contentSize - 4)
            // QuickTime defines other bits in place of is_leading.
            if isQuickTime { dependencyMask = 0x3f }
        }
    }

    private static func table(_ box: BoxView, entrySize: Int) throws(MovieFileError) -> Table {
        Table(offset: box.contentOffset + 8, count: try box.entryCount(at: 4, size: entrySize))
    }

    private mutating func readSizes(_ box: BoxView) throws(MovieFileError) {
        try box.require(12)
        constantSize = Int(box.u32(4))
        sampleCount = constantSize > 0 ? Int(box.u32(8)) : try box.entryCount(at: 8, size: 4)
        sizes = Table(offset: box.contentOffset + 12, count: sampleCount)
    }

    private mutating func readSmallSizes(_ box: BoxView) throws(MovieFileError) {
        try box.require(12)
        sizeBits = Int(box.u8(7))
        guard [4, 8, 16].contains(sizeBits) else {
            throw box.damaged("sizes of \(sizeBits) bits; 4, 8 or 16 are allowed")
        }
        sampleCount = Int(box.u32(8))
        guard sampleCount <= (box.contentSize - 12) * 8 / sizeBits else {
            throw box.damaged("it declares \(sampleCount) samples and is too small for them")
        }
        sizes = Table(offset: box.contentOffset + 12, count: sampleCount)
    }

    /// Returns the size of a sample in bytes.
    @inline(__always) func size(at index: Int) -> Int {
        if constantSize > 0 { return constantSize }
        if sizeBits == 32 { return Int(file.u32(sizes.offset &+ index &* 4)) }
        return smallSize(at: index)
    }

    private func smallSize(at index: Int) -> Int {
        switch sizeBits {
        case 16: return Int(file.u16(sizes.offset + index * 2))
        case 8: return Int(file.u8(sizes.offset + index))
        default: return Int(file.u8(sizes.offset + index / 2) >> (index & 1 == 0 ? 4 : 0) & 0xf)
        }
    }

    /// Returns the offset of a chunk in the file. Values that exceed 63 bits are clamped beyond the end of every file.
    func chunkOffset(at index: Int) -> Int {
        guard hasLongChunkOffsets else { return Int(file.u32(chunkOffsets.offset + index * 4)) }
        return Int(min(file.u64(chunkOffsets.offset + index * 8), UInt64(Int.max / 2)))
    }

    /// The duration that almost all samples have; nil if durations vary.
    var commonDuration: UInt32? {
        guard durations.count > 0, durations.count <= 2 else { return nil }
        // The last sample often has a different duration.
        if durations.count == 2, file.u32(durations.offset + 8) > 1 { return nil }
        let duration = file.u32(durations.offset + 4)
        return duration > 0 ? duration : nil
    }
}
