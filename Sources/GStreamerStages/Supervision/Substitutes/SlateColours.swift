import Media

/// Converts colours to luma and chroma levels of a format. Without a colour description, ITU-R BT.709 applies to video
/// with 720 lines or more and BT.601 to smaller video.
struct SlateColours {
    struct Levels: Hashable {
        var luma: UInt8
        var blue: UInt8
        var red: UInt8
    }

    private let weights: (red: Double, blue: Double)
    private let scale: (black: Double, luma: Double, chroma: Double)

    init(_ format: RawVideoFormat) {
        let matrix = format.colour?.matrix ?? (format.size.height >= 720 ? 1 : 6)
        weights = matrix == 1 ? (0.2126, 0.0722) : matrix == 9 ? (0.2627, 0.0593) : (0.299, 0.114)
        scale = format.colour?.isFullRange == true ? (0, 255, 255) : (16, 219, 224)
    }

    var black: Levels { levels(0, 0, 0) }

    func levels(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Levels {
        let (r, g, b) = (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
        let luma = weights.red * r + (1 - weights.red - weights.blue) * g + weights.blue * b
        return Levels(
            luma: Self.level(scale.black + scale.luma * luma),
            blue: Self.level(128 + scale.chroma * (b - luma) / (2 * (1 - weights.blue))),
            red: Self.level(128 + scale.chroma * (r - luma) / (2 * (1 - weights.red))))
    }

    private static func level(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
}
