/// The part of the video usability information that H.264 and HEVC have in common.
struct VideoSignal {
    var pixelAspect = Ratio(1)
    /// nil if there is no description and the range is limited, which is the default.
    var colour: ColourDescription?
    /// The bits from video_signal_type_present_flag to the end of the colour description.
    let signalBits: Range<Int>

    /// ITU-T H.264 table E-1, entries 1 to 16.
    private static let aspects: [Ratio] = [
        Ratio(1), Ratio(12, 11), Ratio(10, 11), Ratio(16, 11), Ratio(40, 33), Ratio(24, 11), Ratio(20, 11),
        Ratio(32, 11), Ratio(80, 33), Ratio(18, 11), Ratio(15, 11), Ratio(64, 33), Ratio(160, 99), Ratio(4, 3),
        Ratio(3, 2), Ratio(2, 1),
    ]

    /// Reads from aspect_ratio_info_present_flag to the end of the chroma locations.
    init(_ reader: inout BitReader) throws(BitstreamError) {
        if try reader.flag() { pixelAspect = try Self.aspect(&reader) }
        if try reader.flag() { try reader.skip(1) }
        let start = reader.position
        if try reader.flag() { colour = try Self.signal(&reader) }
        signalBits = start..<reader.position
        if try reader.flag() {
            _ = try reader.unsignedExpGolomb()
            _ = try reader.unsignedExpGolomb()
        }
    }

    private static func aspect(_ reader: inout BitReader) throws(BitstreamError) -> Ratio {
        let index = try reader.number(8)
        if index == 255 {
            let (width, height) = (try reader.bits(16), try reader.bits(16))
            return width > 0 && height > 0 ? Ratio(Int32(width), Int32(height)) : Ratio(1)
        }
        return (1...aspects.count).contains(index) ? aspects[index - 1] : Ratio(1)
    }

    private static func signal(_ reader: inout BitReader) throws(BitstreamError) -> ColourDescription? {
        try reader.skip(3)
        let isFullRange = try reader.flag()
        guard try reader.flag() else { return isFullRange ? .unspecified(isFullRange: true) : nil }
        return ColourDescription(
            primaries: UInt8(try reader.bits(8)), transfer: UInt8(try reader.bits(8)),
            matrix: UInt8(try reader.bits(8)), isFullRange: isFullRange)
    }
}
