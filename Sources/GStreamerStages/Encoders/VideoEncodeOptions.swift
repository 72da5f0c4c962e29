package import Media
package import StageKit

/// What `video.encode` can be told.
package struct VideoEncodeOptions: StageOptions, Hashable {
    /// The coding of the pictures.
    package enum Codec: String, OptionValue, CaseIterable {
        case h264
        case hevc
        case av1
    }
    /// Who does the work: a program or a kind of hardware, which has an element for each codec that it knows.
    package enum Encoder: String, OptionValue, CaseIterable {
        /// The first one that is installed, in the order of ``VideoEncoderTable``.
        case auto
        case x264
        case openh264
        case x265
        case svtav1
        /// libaom.
        case av1
        case va
        case vaapi
        case nvenc
        case v4l2
    }
    /// ISO/IEC 14496-10 annex A, ISO/IEC 23008-2 annex A.
    package enum Profile: String, OptionValue, CaseIterable {
        case baseline
        case main
        case main10
        case high
    }
    /// How much work goes into each picture.
    package enum Preset: String, OptionValue, CaseIterable {
        case ultrafast
        case superfast
        case veryfast
        case faster
        case fast
        case medium
        case slow
        case slower
        case veryslow
    }
    /// What the encoder gives up for what.
    package enum Tune: String, OptionValue, CaseIterable {
        case none
        case zerolatency
    }
    /// What stays the same along the stream.
    package enum RateControl: String, OptionValue, CaseIterable {
        /// The bit rate, within the buffer of `vbv-buffer`.
        case constrained
        /// The bit rate on average, with peaks of any height.
        case average
        /// The quality, whatever it costs.
        case quality
    }

    package var codec = Codec.h264
    package var encoder = Encoder.auto
    package var bitRate = BitRate.kilobits(3000)
    package var size: PictureSize?
    package var profile: Profile?
    package var preset = Preset.veryfast
    package var tune = Tune.none
    package var lookahead = 10
    package var bFrames = 0
    package var rateControl = RateControl.constrained
    package var quality = 23
    package var vbvBuffer = MediaTime.seconds(1)
    package var maxKeyframeDistance: MediaTime?
    /// The longest distance between sync samples in frames, whatever their rate.
    var maxKeyframeFrames: Int?
    package var threads = 0
    package var ladder: Ladder?
    /// Pictures per second that come to the encoder, where it is not all of them.
    var pictureRate: Ratio?
    package init() {}

    package static var fields: [OptionField<VideoEncodeOptions>] {
        [
            .option("codec", \.codec, "the coding of the pictures"),
            .option(
                "encoder", \.encoder,
                "who encodes; auto takes the first that is installed: x264, openh264, va, vaapi, nvenc, v4l2 for h264; "
                    + "x265, va, vaapi, nvenc, v4l2 for hevc; svtav1, av1 for av1, which need max-keyframe-distance; "
                    + "svtav1 has rate-control average and quality, and pictures from 64x64 on"),
            .option(
                "bitrate", \.bitRate, in: .kilobits(10)...BitRate(bitsPerSecond: 1_000_000_000), "bits per second"),
            .option("size", \.size, "the size to scale to; without it pictures keep theirs"),
            .option(
                "profile", \.profile,
                "the coding tools that may be used; without it high for h264, and main or main10 for hevc as the pictures "
                    + "have 8 or 10 bits"),
            .option("preset", \.preset, "how much work goes into each picture"),
            .option("tune", \.tune, "zerolatency gives up quality so that each frame comes out at once"),
            .option("look-ahead", \.lookahead, in: 0...60, "frames that the encoder looks ahead"),
            .option("b-frames", \.bFrames, in: 0...8, "pictures between others that may refer to both"),
            .option("rate-control", \.rateControl, "what stays the same along the stream"),
            .option("quality", \.quality, in: 0...50, "for rate-control quality: 0 is without loss, 50 the worst"),
            .option(
                "vbv-buffer", \.vbvBuffer, in: .milliseconds(100)...MediaTime.seconds(10),
                "for rate-control constrained: how much media the decoder's buffer holds"),
            .option(
                "max-keyframe-distance", \.maxKeyframeDistance,
                "the longest time between sync samples; without it only the asked-for ones"),
            .option("threads", \.threads, in: 0...64, "threads of the encoder; 0 lets it choose"),
            .option(
                "ladder", \.ladder,
                "the same pictures in several sizes and codings, cut at the same frames; auto is their own size and "
                    + "those of 2160, 1440, 1080, 720, 540, 432, 360 and 234 lines that are at most 0.8 of the one "
                    + "above, 5 in all"),
        ]
    }
}
