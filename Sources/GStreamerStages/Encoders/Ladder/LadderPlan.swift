import Media
import StageKit

/// The rungs for input of a certain format.
struct LadderPlan: Sendable {
    private(set) var rungs: [PlannedRung] = []
    /// The rungs with more lines than the input.
    private(set) var enlarged: [PlannedRung] = []

    init(_ ladder: Ladder, _ base: VideoEncodeOptions, _ format: RawVideoFormat) {
        let shown = Self.displaySize(format)
        let rungs =
            switch ladder {
            case .auto: LadderRates.rungs(for: shown)
            case .rungs(let rungs): rungs
            }
        var names: Set<String> = []
        for rung in rungs {
            var planned = Self.plan(rung, base, format, shown)
            var number = 2
            let wanted = planned.name
            while !names.insert(planned.name).inserted {
                planned.name = "\(wanted)-\(number)"
                number += 1
            }
            self.rungs.append(planned)
            if planned.size.height > shown.height { enlarged.append(planned) }
        }
    }

    private static func plan(
        _ rung: LadderRung, _ base: VideoEncodeOptions, _ format: RawVideoFormat, _ shown: PixelSize
    ) -> PlannedRung {
        var options = base
        options.ladder = nil
        if let codec = rung.codec, codec != base.codec {
            // Encoders and profiles depend on the codec, so the stage's settings do not apply.
            (options.codec, options.encoder, options.profile) = (codec, .auto, VideoEncodeOptions().profile)
        }
        if let encoder = rung.encoder { options.encoder = encoder }
        if let profile = rung.profile { options.profile = profile }
        if let quality = rung.quality { options.quality = quality }
        if let preset = rung.preset { options.preset = preset }
        options.size = size(of: rung, base, format, shown)
        options.reducedFrameRate = rung.rate ?? (rung.isTrickPlay ? Ratio(1) : nil)
        let rate = options.reducedFrameRate ?? format.nominalFrameRate
        let size = options.size ?? format.size
        options.bitRate =
            rung.bitRate
            ?? LadderRates.bitRate(for: size, rate: rate, codec: options.codec, isTrickPlay: rung.isTrickPlay)
        if rung.isTrickPlay { makeTrickPlay(&options) }
        return PlannedRung(name: name(of: rung, options, base, size), options: options, rung: rung, size: size)
    }

    /// The size to scale to; nil to keep the input's size.
    private static func size(
        of rung: LadderRung, _ base: VideoEncodeOptions, _ format: RawVideoFormat, _ shown: PixelSize
    ) -> PixelSize? {
        if let size = rung.size { return size }
        guard let height = rung.height else { return base.size }
        let width = even(Double(shown.width) * Double(height) / Double(max(1, shown.height)))
        let size = PixelSize(width: width, height: height)
        return size == format.size && shown == format.size ? nil : size
    }

    /// Sets options for samples that are all sync samples and need no look-ahead. Without low latency, each frame would
    /// be delayed by the duration of a frame, and the other rungs start together with this one.
    private static func makeTrickPlay(_ options: inout VideoEncodeOptions) {
        let rate = options.reducedFrameRate ?? Ratio(1)
        options.maxKeyframeDistance = MediaTime(value: Int64(rate.denominator), timescale: rate.numerator)
        (options.bFrames, options.lookahead, options.tune) = (0, 0, .zerolatency)
        options.passes = 1
    }

    private static func name(
        of rung: LadderRung, _ options: VideoEncodeOptions, _ base: VideoEncodeOptions, _ size: PixelSize
    ) -> String {
        if let name = rung.name { return name }
        let stem = rung.isTrickPlay ? "trick" : "video"
        let codec = options.codec == base.codec ? "" : "-\(options.codec.rawValue)"
        return "\(stem)-\(min(size.width, size.height))p\(codec)"
    }

    /// The size of the input in square pixels.
    private static func displaySize(_ format: RawVideoFormat) -> PixelSize {
        let aspect = format.pixelAspect.value
        guard aspect > 0, aspect != 1 else { return format.size }
        return PixelSize(width: even(Double(format.size.width) * aspect), height: format.size.height)
    }
}
