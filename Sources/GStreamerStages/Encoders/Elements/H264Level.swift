import Media
import StageKit

/// The levels of H.264 (ITU-T H.264 table A-1).
///
/// x264 derives the level from the bit rate, which would give portions of one movie different levels.
struct H264Level: Sendable {
    /// Ten times the number of the level.
    let number: Int
    /// The maximum number of macroblocks in a second, in a frame and in the decoder's frame buffer.
    private let perSecond: Int
    private let perFrame: Int
    private let buffered: Int
    /// The maximum bit rate of profile Main, in kbit/s.
    private let kilobits: Int

    private static let all = [
        (10, 1485, 99, 396, 64), (11, 3000, 396, 900, 192), (12, 6000, 396, 2376, 384), (13, 11880, 396, 2376, 768),
        (20, 11880, 396, 2376, 2000), (21, 19800, 792, 4752, 4000), (22, 20250, 1620, 8100, 4000),
        (30, 40500, 1620, 8100, 10000), (31, 108_000, 3600, 18000, 14000), (32, 216_000, 5120, 20480, 20000),
        (40, 245_760, 8192, 32768, 20000), (41, 245_760, 8192, 32768, 50000), (42, 522_240, 8704, 34816, 50000),
        (50, 589_824, 22080, 110_400, 135_000), (51, 983_040, 36864, 184_320, 240_000),
        (52, 2_073_600, 36864, 184_320, 240_000), (60, 4_177_920, 139_264, 696_320, 240_000),
        (61, 8_355_840, 139_264, 696_320, 480_000), (62, 16_711_680, 139_264, 696_320, 800_000),
    ].map { H264Level(number: $0, perSecond: $1, perFrame: $2, buffered: $3, kilobits: $4) }

    /// Returns the lowest level for frames of this size; the highest one if none is sufficient.
    static func lowest(for size: PixelSize, rate: Double, references: Int, kilobits: Int) -> Int {
        let blocks = ((size.width + 15) / 16) * ((size.height + 15) / 16)
        let level = all.first {
            blocks <= $0.perFrame && Double(blocks) * rate <= Double($0.perSecond)
                && blocks * references <= $0.buffered && kilobits <= $0.kilobits
        }
        return level?.number ?? 62
    }
}

extension VideoEncodeOptions.Preset {
    /// The number of reference frames of x264.
    fileprivate var references: Int {
        switch self {
        case .ultrafast, .superfast, .veryfast: 1
        case .faster, .fast: 2
        case .medium: 3
        case .slow: 5
        case .slower: 8
        case .veryslow: 16
        }
    }
}

extension VideoEncoderElement {
    /// The options of x264 for two passes, with parameter sets that are equal in all portions.
    var x264PassOptions: String {
        let level = H264Level.lowest(
            for: options.size ?? input.size, rate: rate?.value ?? 30,
            references: max(options.preset.references, options.bFrames > 0 ? 4 : 1), kilobits: peakKilobits)
        return "scenecut=0:stitchable=1:level=\(level)"
    }

    /// The limit of the bit rate inside portions.
    var peakKilobits: Int { Int(Double(options.bitRate.bitsPerSecond) * VideoEncode.peak / 1000) }
}
