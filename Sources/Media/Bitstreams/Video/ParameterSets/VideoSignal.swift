/// The part of the video usability information that H.264 and HEVC have in common.
struct VideoSignal {
    var pixelAspect = Ratio(1)
    var colour: ColourDescription?

    /// ITU-T H.264 table E-1, entries 1 to 16.
    private static let aspects: [Ratio] = [
        Ratio(1), Ratio(12, 11), Ratio(10, 11), Ratio(16, 11), Ratio(40, 33), Ratio(24, 11), Ratio(20, 11),
        Ratio(32, 11), Ratio(80, 33), Ratio(18, 11), Ratio(15, 11), Ratio(64, 33), Ratio(160, 99), Ratio(4, 3),
        Ratio(3, 2), Ratio(2, 1),
    ]

    /// Reads from aspect_ratio_info_present_flag to the end of the chroma locations.
    init(_ reader: inout BitReader) throws(BitstreamError) {
        if try reader.flag() { try readAspect(&reader) }
        if try reader.flag() { try reader.skip(1) }
        if try reader.flag() { try readSignal(&reader) }
        if try reader.flag() {
            _ = try reader.unsignedExpGolomb()
            _ = try reader.unsignedExpGolomb()
        }
    }

    private mutating func readAspect(_ reader: inout BitReader) throws(BitstreamError) {
        let index = try reader.number(8)
        if index == 255 {
            let (width, height) = (try reader.bits(16), try reader.bits(16))
            if width > 0, height > 0 { pixelAspect = Ratio(Int32(width), Int32(height)) }
        } else if (1...Self.aspects.count).contains(index) {
            pixelAspect = Self.aspects[index - 1]
        }
    }

    private mutating func readSignal(_ reader: inout BitReader) throws(BitstreamError) {
        try reader.skip(3)
        let isFullRange = try reader.flag()
        guard try reader.flag() else { return }
        colour = ColourDescription(
            primaries: UInt8(try reader.bits(8)), transfer: UInt8(try reader.bits(8)),
            matrix: UInt8(try reader.bits(8)), isFullRange: isFullRange)
    }
}
