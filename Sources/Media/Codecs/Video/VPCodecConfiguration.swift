/// The VPCodecConfigurationBox of the VP codec mapping into ISO base media files.
package struct VPCodecConfiguration: Sendable, Hashable {
    /// The content of a `vpcC` box: version and flags, profile, level, bit depth with subsampling and range, three
    /// codes.
    package let bytes: [UInt8]
    /// A record with these bytes, which are not validated.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// Builds a record from the first key frame. The level results from size and frame rate; an unknown rate counts as
    /// 30.
    package init(_ header: VP9FrameHeader, _ sequence: VP9FrameHeader.Sequence, frameRate: Ratio?) {
        let level = Self.level(sequence.size, frameRate: frameRate?.value ?? 30)
        // Vertically located chroma, because bitstreams do not declare the position.
        let subsampling: UInt8 = sequence.subsamplingX ? (sequence.subsamplingY ? 0 : 2) : 3
        let colour = sequence.colour ?? ColourDescription(primaries: 2, transfer: 2, matrix: 2)
        let shape = UInt8(sequence.bitDepth) << 4 | subsampling << 1 | (sequence.isFullRange ? 1 : 0)
        bytes = [
            1, 0, 0, 0, header.profile, level, shape, colour.primaries, colour.transfer, colour.matrix, 0, 0,
        ]
    }

    /// The record of VP8, which has one profile and eight bits; level 1.0, because VP8 has no levels.
    package static let vp8 = VPCodecConfiguration(bytes: [1, 0, 0, 0, 0, 10, 0x80, 2, 2, 2, 0, 0])
    /// The codec configuration of VP8 for sample entries.
    package var configuration: CodecConfiguration { .boxed("vp08", "vpcC", bytes) }

    /// Profile and bit depth, which every key frame declares too.
    package var essentials: [UInt8] { bytes.count >= 7 ? [bytes[4], bytes[6] >> 4] : [] }
    /// The colours; nil if the codes are unspecified and the range is limited.
    package var colour: ColourDescription? {
        guard bytes.count >= 10 else { return nil }
        let colour = ColourDescription(
            primaries: bytes[7], transfer: bytes[8], matrix: bytes[9], isFullRange: bytes[6] & 1 == 1)
        return colour.declared
    }

    /// Returns the record with another profile and bit depth.
    package func with(profile: UInt8, bitDepth: UInt8) -> VPCodecConfiguration {
        guard bytes.count >= 7 else { return self }
        var bytes = bytes
        bytes[4] = profile
        bytes[6] = bitDepth << 4 | bytes[6] & 0xf
        return VPCodecConfiguration(bytes: bytes)
    }

    /// The short form leaves out 4:2:0 with BT.709 colours in limited range.
    func codecString(_ code: FourCC) -> String {
        guard bytes.count >= 10 else { return code.description }
        let short = "\(code).\(bytes[4].twoDigits).\(bytes[5].twoDigits).\((bytes[6] >> 4).twoDigits)"
        let (subsampling, isFullRange) = (bytes[6] >> 1 & 7, bytes[6] & 1)
        let colour = colour ?? .bt709
        let codes = [colour.primaries, colour.transfer, colour.matrix]
        if subsampling < 2, codes == [1, 1, 1], isFullRange == 0 { return short }
        return ([short] + ([subsampling] + codes + [isFullRange]).map(\.twoDigits)).joined(separator: ".")
    }

    /// Returns the lowest VP9 level for a size and a frame rate, by luma samples per second and per frame.
    private static func level(_ size: PixelSize, frameRate: Double) -> UInt8 {
        let levels: [(UInt8, rate: Double, picture: Int, side: Int)] = [
            (10, 829_440, 36_864, 512), (11, 2_764_800, 73_728, 768), (20, 4_608_000, 122_880, 960),
            (21, 9_216_000, 245_760, 1344), (30, 20_736_000, 552_960, 2048), (31, 36_864_000, 983_040, 2752),
            (40, 83_558_400, 2_228_224, 4160), (41, 160_432_128, 2_228_224, 4160),
            (50, 311_951_360, 8_912_896, 8384), (51, 588_251_136, 8_912_896, 8384),
            (52, 1_176_502_272, 8_912_896, 8384), (60, 1_176_502_272, 35_651_584, 16_832),
            (61, 2_353_004_544, 35_651_584, 16_832),
        ]
        let picture = size.width * size.height
        let rate = Double(picture) * max(frameRate, 1)
        let fitting = levels.first { level in
            rate <= level.rate && picture <= level.picture && max(size.width, size.height) <= level.side
        }
        return fitting?.0 ?? 62
    }
}
