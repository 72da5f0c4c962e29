import Media
import StageKit

extension VideoEncoderElement {
    /// The settings of x265enc. GOPs are closed, so that a forced sync sample is an IDR picture instead of a CRA
    /// picture.
    func x265() throws(StageError) -> String {
        var extra = ["open-gop=0", "scenecut=0", "bframes=\(options.bFrames)"]
        if options.tune != .zerolatency { extra.append("rc-lookahead=\(max(options.lookahead, options.bFrames + 1))") }
        if options.threads > 0 { extra.append("pools=\(options.threads)") }
        var text = "key-int-max=\(min(keyframeDistance, 1 << 20)) speed-preset=\(options.preset.rawValue)"
        text += options.tune == .zerolatency ? " tune=zerolatency" : " tune=0"
        switch options.rateControl {
        case .constrained:
            let buffer = max(1, options.vbvBuffer.ticks(at: 1000) * Int64(kilobits) / 1000)
            extra += ["vbv-maxrate=\(kilobits)", "vbv-bufsize=\(buffer)"]
            text += " bitrate=\(kilobits)"
        case .average:
            text += " bitrate=\(kilobits)"
            if pass != .only { extra += try x265Pass() }
        case .quality: text += " qp=\(options.quality)"
        case .capped:
            let buffer = max(1, options.vbvBuffer.ticks(at: 1000) * Int64(kilobits) / 1000)
            extra += ["crf=\(options.quality)", "vbv-maxrate=\(kilobits)", "vbv-bufsize=\(buffer)"]
        }
        if options.startsInside, options.rateControl == .constrained || options.rateControl == .capped {
            extra.append("vbv-init=\(Self.insideFullness)")
        }
        return text + " option-string=\"\(extra.joined(separator: ":"))\""
    }

    /// The options of one of two passes.
    private func x265Pass() throws(StageError) -> [String] {
        guard let record = pass.record else { return [] }
        let isSafe = record.utf8.allSatisfy { byte in
            let letter = Character(Unicode.Scalar(byte))
            return letter.isASCII && (letter.isLetter || letter.isNumber || "/._-".contains(letter))
        }
        guard isSafe else {
            throw StageError(
                .invalidOptions,
                "x265 cannot write statistics to '\(record)'; choose an output folder whose path has only letters, digits, "
                    + "'.', '_' and '-'")
        }
        let number = if case .first = pass { 1 } else { 2 }
        // The level in the parameter sets follows from the limit instead of the bit rate of the portion.
        return ["pass=\(number)", "stats=\(record)", "vbv-maxrate=\(peakKilobits)", "vbv-bufsize=\(peakKilobits)"]
    }

    /// The settings of av1enc (libaom). Without look-ahead, the distance of keyframes is exactly the configured one.
    func libaom() throws(StageError) -> String {
        let distance = try fixedDistance()
        // From 0, the slowest, to 10. Speeds below 5 are too slow for any camera.
        let speed = options.preset.speedIndex + 2
        // Without explicit quantizer limits libaom 3.6 aborts on a failed assertion.
        var text = """
            usage-profile=realtime cpu-used=\(min(10, speed)) keyframe-max-dist=\(distance) lag-in-frames=0 \
            row-mt=true threads=\(options.threads)
            """
        switch options.rateControl {
        case .constrained:
            let buffer = options.vbvBuffer.ticks(at: 1000)
            text += " end-usage=cbr buf-sz=\(buffer) buf-initial-sz=\(buffer / 2) buf-optimal-sz=\(buffer * 3 / 4)"
        case .average: text += " end-usage=vbr"
        case .quality, .capped:
            let quantizer = options.quality * 63 / 50
            return text + " end-usage=q min-quantizer=\(quantizer) max-quantizer=\(quantizer)"
        }
        return text + " min-quantizer=2 max-quantizer=58 target-bitrate=\(kilobits)"
    }

    /// The settings of svtav1enc, with closed GOPs of a fixed length.
    func svtav1() throws(StageError) -> String {
        let distance = try fixedDistance()
        var text = "preset=\(options.preset.speedIndex + 4) intra-period-length=\(distance - 1) intra-refresh-type=IDR"
        if options.threads > 0 { text += " parameters-string=\"lp=\(options.threads)\"" }
        switch options.rateControl {
        case .constrained, .average: return text + " target-bitrate=\(kilobits)"
        case .quality, .capped: return text + " crf=\(options.quality * 63 / 50)"
        }
    }

    /// The interval between sync samples in frames, for encoders that cannot force them.
    private func fixedDistance() throws(StageError) -> Int64 {
        let most = options.maxKeyframeFrames.map(Int64.init)
        guard let distance = options.maxKeyframeDistance, !distance.isIndefinite else {
            if let most { return most }
            throw StageError(.invalidOptions, "\(choice.element) requires max-keyframe-distance")
        }
        let frames = try frames(in: distance)
        guard let most, most < frames else { return frames }
        guard frames % most == 0 else {
            throw StageError(
                .invalidOptions,
                "\(choice.element) has a fixed keyframe interval: \(most) frames do not "
                    + "match the required sync sample every \(frames) frames")
        }
        return most
    }

    private func frames(in distance: MediaTime) throws(StageError) -> Int64 {
        guard let rate, rate.numerator > 0 else {
            throw StageError(
                .unsupportedMedia,
                "\(choice.element) has a fixed keyframe interval in frames, and the frame rate of "
                    + "the input is unknown or variable; use codec h264 or hevc")
        }
        let ticks = Int128(distance.value) * Int128(rate.numerator)
        let (frames, rest) = ticks.quotientAndRemainder(
            dividingBy: Int128(distance.timescale) * Int128(max(rate.denominator, 1)))
        guard frames > 0, rest == 0 else {
            throw StageError(
                .unsupportedMedia,
                "\(choice.element) has a fixed keyframe interval in frames, and \(distance) is "
                    + "not a whole number of frames at \(rate.numerator)/\(rate.denominator) fps; "
                    + "choose another interval, or codec h264 or hevc")
        }
        return Int64(clamping: frames)
    }
}

extension VideoEncodeOptions.Preset {
    /// 0 for the slowest preset, 8 for the fastest.
    fileprivate var speedIndex: Int {
        let all = Self.allCases
        return all.count - 1 - (all.firstIndex(of: self) ?? 0)
    }
}
