import Media
import StageKit

extension VideoEncoderElement {
    /// Rate and distance of sync samples in each kind of hardware's own words; the rest is left to the driver.
    var hardware: String {
        let distance = min(keyframeDistance, 1 << 20)
        let isConstant = options.rateControl == .constrained
        switch choice.encoder {
        case .va:
            return "bitrate=\(kilobits) rate-control=\(isConstant ? "cbr" : "vbr") key-int-max=\(min(distance, 1024)) "
                + "b-frames=\(options.bFrames)"
        case .vaapi:
            return "bitrate=\(kilobits) rate-control=\(isConstant ? "cbr" : "vbr") keyframe-period=\(distance) "
                + "max-bframes=\(options.bFrames)"
        case .nvenc:
            return "bitrate=\(kilobits) rc-mode=\(isConstant ? "cbr" : "vbr") gop-size=\(distance)"
        default:
            let mode = isConstant ? 1 : 0
            return "extra-controls=\"controls,video_bitrate=\(options.bitRate.bitsPerSecond),"
                + "video_bitrate_mode=\(mode),video_gop_size=\(min(distance, 0x7fff_ffff))\""
        }
    }
}
