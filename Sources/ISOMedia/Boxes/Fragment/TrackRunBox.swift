package import Media

/// Samples with contiguous media (ISO/IEC 14496-12 8.8.8). The flags determine which fields are present.
package struct TrackRunBox: Box {
    package static let type: FourCC = "trun"

    static let hasDataOffset: UInt32 = 0x1
    static let hasFirstFlags: UInt32 = 0x4
    static let hasDuration: UInt32 = 0x100
    static let hasSize: UInt32 = 0x200
    static let hasFlags: UInt32 = 0x400
    static let hasCompositionOffset: UInt32 = 0x800

    package var header = FullBoxHeader()
    /// The distance from the base of the track fragment to the media, in bytes.
    package var dataOffset: Int32 = 0
    /// The flags of the first sample.
    package var firstFlags: UInt32 = 0
    /// The samples. Fields without a flag are zero.
    package var samples: EntryTable<MovieFragment.SampleEntry> = []

    package init() {}
    init(_ header: FullBoxHeader) { self.header = header }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        var count = UInt32(truncatingIfNeeded: samples.declaredCount)
        visitor.count(&count)
        if header.has(Self.hasDataOffset) { visitor.field(&dataOffset) }
        if header.has(Self.hasFirstFlags) { visitor.field(&firstFlags) }
        visitor.table(&samples, count: Int(count), form: header)
    }

    package var fields: [BoxTree.Field] {
        var fields: [BoxTree.Field] = [
            .init("samples", samples.declaredCount), .flags(header), .version(header),
        ]
        if header.has(Self.hasDataOffset) { fields.append(.init("data_offset", dataOffset)) }
        if header.has(Self.hasFirstFlags) {
            fields.append(.init("first_flags", DumpedText.hex(firstFlags)))
        }
        return fields
    }
}

extension MovieFragment.SampleEntry: TableEntry {
    package init() { self.init(duration: 0, size: 0, flags: 0) }

    /// Offsets of version 0 are unsigned, but some writers store negative offsets.
    @inline(__always) package mutating func layout(
        _ visitor: inout some FieldVisitor, _ header: FullBoxHeader
    ) {
        if header.has(TrackRunBox.hasDuration) { visitor.field(&duration) }
        if header.has(TrackRunBox.hasSize) { visitor.field(&size) }
        if header.has(TrackRunBox.hasFlags) { visitor.field(&flags) }
        if header.has(TrackRunBox.hasCompositionOffset) { visitor.field(&compositionOffset) }
    }
}
