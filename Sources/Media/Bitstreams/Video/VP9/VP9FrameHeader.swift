/// The start of a VP9 frame's uncompressed header (VP9 Bitstream & Decoding Process Specification 6.2).
package struct VP9FrameHeader: Sendable, Hashable {
    /// 0 and 1 have 8 bits, 2 and 3 more; odd profiles have other subsampling than 4:2:0.
    package var profile: UInt8
    /// Whether decoding can start here.
    package var isKeyFrame = false
    /// Whether the frame is shown, or shows a previously decoded one; hidden frames are used only as references.
    package var isShown = true
    /// The properties that only key frames declare; nil for other frames.
    package var sequence: Sequence?

    /// The properties that a key frame declares for the following frames.
    package struct Sequence: Sendable, Hashable {
        package var bitDepth = 8
        package var subsamplingX = true
        package var subsamplingY = true
        /// color_space: 0 unknown, 1 BT.601, 2 BT.709, 3 SMPTE 170M, 4 SMPTE 240M, 5 BT.2020, 7 sRGB.
        package var colourSpace: UInt8 = 0
        package var isFullRange = false
        package var size = PixelSize(width: 0, height: 0)

        /// The colours; nil if the header declares neither them nor full range.
        package var colour: ColourDescription? {
            let codes: (UInt8, UInt8, UInt8)? =
                switch colourSpace {
                case 1: (5, 6, 5)
                case 2: (1, 1, 1)
                case 3: (6, 6, 6)
                case 4: (7, 7, 7)
                case 5: (9, 14, 9)
                case 7: (1, 13, 0)
                default: nil
                }
            guard let codes else { return isFullRange ? .unspecified(isFullRange: true) : nil }
            return ColourDescription(
                primaries: codes.0, transfer: codes.1, matrix: codes.2, isFullRange: isFullRange)
        }
    }

    /// Reads the first frame of a sample.
    package init(_ sample: ByteSlice) throws(BitstreamError) {
        var reader = BitReader(sample.withUnsafeBytes { Array($0.prefix(32)) })
        guard try reader.bits(2) == 2 else { throw .invalid("a VP9 frame starts with the bits 10") }
        let (low, high) = (try reader.bits(1), try reader.bits(1))
        profile = UInt8(high << 1 | low)
        if profile == 3 { try reader.skip(1) }
        if try reader.flag() { return }
        isKeyFrame = try !reader.flag()
        isShown = try reader.flag()
        try reader.skip(1)
        guard isKeyFrame else { return }
        guard try reader.bits(24) == 0x49_8342 else { throw .invalid("a VP9 key frame has the sync code 498342") }
        sequence = try Self.sequence(&reader, profile: profile)
    }

    /// Reads the colours and the size of a key frame.
    static func sequence(_ reader: inout BitReader, profile: UInt8) throws(BitstreamError) -> Sequence {
        var sequence = Sequence()
        try readColour(&reader, profile: profile, into: &sequence)
        let (width, height) = (1 + (try reader.number(16)), 1 + (try reader.number(16)))
        sequence.size = PixelSize(width: width, height: height)
        return sequence
    }

    /// Skips the colours of an intra-only frame.
    static func skipColour(_ reader: inout BitReader, profile: UInt8) throws(BitstreamError) {
        var sequence = Sequence()
        try readColour(&reader, profile: profile, into: &sequence)
    }

    private static func readColour(
        _ reader: inout BitReader, profile: UInt8, into sequence: inout Sequence
    ) throws(BitstreamError) {
        if profile >= 2 { sequence.bitDepth = try reader.flag() ? 12 : 10 }
        sequence.colourSpace = UInt8(try reader.bits(3))
        let isOdd = profile & 1 == 1
        if sequence.colourSpace != 7 {
            sequence.isFullRange = try reader.flag()
            if isOdd {
                (sequence.subsamplingX, sequence.subsamplingY) = (try reader.flag(), try reader.flag())
                try reader.skip(1)
            }
        } else {
            sequence.isFullRange = true
            (sequence.subsamplingX, sequence.subsamplingY) = (false, false)
            if isOdd { try reader.skip(1) }
        }
    }
}
