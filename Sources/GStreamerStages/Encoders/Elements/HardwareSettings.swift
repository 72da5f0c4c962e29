import Media
import StageKit

extension VideoEncoderElement {
    /// The bit rate and keyframe interval as properties of each type of hardware encoder. Other settings are the
    /// driver's defaults.
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
