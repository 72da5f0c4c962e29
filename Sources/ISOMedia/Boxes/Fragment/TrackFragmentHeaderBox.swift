package import Media

/// The header of a track in a fragment (ISO/IEC 14496-12 8.8.7). The flags determine which fields are present.
package struct TrackFragmentHeaderBox: Box {
    package static let type: FourCC = "tfhd"

    static let hasBaseOffset: UInt32 = 0x1
    static let hasDescriptionIndex: UInt32 = 0x2
    static let hasDuration: UInt32 = 0x8
    static let hasSize: UInt32 = 0x10
    static let hasFlags: UInt32 = 0x20
    /// The flag of data offsets that are relative to the start of `moof`.
    static let hasDefaultBase: UInt32 = 0x02_0000

    package var header = FullBoxHeader()
    package var trackID: UInt32 = 0
    /// The absolute base of data offsets.
    package var baseOffset: UInt64 = 0
    /// The defaults, as far as the flags declare them.
    package var defaults = SampleDefaults()

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&trackID)
        if header.has(Self.hasBaseOffset) { visitor.field(&baseOffset) }
        if header.has(Self.hasDescriptionIndex) { visitor.field(&defaults.descriptionIndex) }
        if header.has(Self.hasDuration) { visitor.field(&defaults.duration) }
        if header.has(Self.hasSize) { visitor.field(&defaults.size) }
        if header.has(Self.hasFlags) { visitor.field(&defaults.flags) }
    }

    package var fields: [BoxTree.Field] {
        let optional: [(UInt32, BoxTree.Field)] = [
            (Self.hasBaseOffset, .init("base", baseOffset)),
            (Self.hasDescriptionIndex, .init("description", defaults.descriptionIndex)),
            (Self.hasDuration, .init("duration", defaults.duration)), (Self.hasSize, .init("size", defaults.size)),
            (Self.hasFlags, .init("sample_flags", DumpedText.hex(defaults.flags))),
        ]
        return [.init("track_ID", trackID), .flags(header)] + optional.filter { header.has($0.0) }.map(\.1)
    }
}
