import Media
import StageKit

/// The rungs of `ladder: auto`, and the default bit rates.
enum LadderRates {
    /// Numbers of lines, and the H.264 bit rates in kbit/s for up to 30 frames per second.
    static let documented: [(lines: Int, kilobits: Int)] = [
        (2160, 16_000), (1440, 9000), (1080, 6000), (720, 3000), (540, 2000), (432, 1100), (360, 730), (234, 300),
    ]
    /// The maximum height of a rung relative to the next larger one.
    private static let maximumRelativeHeight = 0.8
    private static let maximumRungs = 5

    /// The bit rate of each codec relative to H.264, for equal quality.
    static func relativeBitRate(_ codec: VideoEncodeOptions.Codec) -> Double {
        switch codec.rawValue {
        case "hevc", "h265", "vp9": 0.65
        case "av1": 0.55
        default: 1
        }
    }

    /// The rungs for input of this size: the input's size, then the documented sizes that are clearly smaller.
    ///
    /// Lines are counted along the shorter side, so portrait video has the same rungs as landscape video.
    static func rungs(for size: PixelSize) -> [LadderRung] {
        var rungs: [LadderRung] = []
        var lines = min(size.width, size.height)
        func add(_ next: Int) {
            var rung = LadderRung()
            let height =
                size.width >= size.height ? next : even(Double(size.height) * Double(next) / Double(size.width))
            if height != size.height { rung.height = height }
            rungs.append(rung)
            lines = next
        }
        add(min(lines, documented[0].lines))
        for (next, _) in documented
        where Double(next) <= Double(lines) * maximumRelativeHeight && rungs.count < maximumRungs {
            add(next)
        }
        return rungs
    }

    /// The bit rate for frames of this size, interpolated between the documented rungs by the number of pixels.
    ///
    /// Frame rates above 32 frames per second have 1.5 times the bit rate.
    static func bitRate(
        for size: PixelSize, rate: Ratio?, codec: VideoEncodeOptions.Codec, isTrickPlay: Bool = false
    ) -> BitRate {
        var kilobits = Double(interpolated(pixels: Double(size.width) * Double(size.height))) * relativeBitRate(codec)
        let rate = rate?.value ?? 30
        if isTrickPlay {
            // A sync sample is about four times as large as an average sample.
            kilobits *= min(1, rate / 30 * 4)
        } else if rate > 32 {
            kilobits *= 1.5
        }
        return .kilobits(max(32, Int(kilobits.rounded())))
    }

    private static func interpolated(pixels: Double) -> Double {
        let points = documented.map { (pixels: Double($0.lines * $0.lines) * 16 / 9, kilobits: Double($0.kilobits)) }
        guard let above = points.last(where: { $0.pixels >= pixels }) else {
            return points[0].kilobits * pixels / points[0].pixels
        }
        guard let below = points.first(where: { $0.pixels < pixels }) else {
            return above.kilobits * pixels / above.pixels
        }
        let part = (pixels - below.pixels) / (above.pixels - below.pixels)
        return below.kilobits + part * (above.kilobits - below.kilobits)
    }
}

/// The nearest even number, at least 2.
func even(_ value: Double) -> Int { max(2, Int((value / 2).rounded()) * 2) }
