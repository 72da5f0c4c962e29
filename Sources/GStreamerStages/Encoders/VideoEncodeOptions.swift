package import Media
package import StageKit

/// The options of `video.encode`.
package struct VideoEncodeOptions: StageOptions, Hashable {
    /// The codec of the encoded video.
    package enum Codec: String, OptionValue, CaseIterable {
        case h264
        case hevc
        case av1
        /// Apple ProRes, for movies.
        case prores
        /// One JPEG image per frame, for movies.
        case jpeg

        /// Whether every frame is coded independently, with a data rate that follows from quality or profile.
        var isIntraOnly: Bool { self == .prores || self == .jpeg }
    }
    /// The encoder: a software implementation or a type of hardware, with one element per supported codec.
    package enum Encoder: String, OptionValue, CaseIterable {
        /// The first installed one, in the order of ``VideoEncoderTable``.
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
        /// libavcodec's encoder `prores_ks`.
        case prores
        case jpeg
    }
    /// The profile (ITU-T H.264 annex A, ITU-T H.265 annex A, SMPTE RDD 36).
    package enum Profile: String, OptionValue, CaseIterable {
        case baseline
        case main
        case main10
        case high
        case proxy
        case lt
        case standard
        case hq
        /// ProRes 4444.
        case full = "4444"
        /// ProRes 4444 XQ.
        case fullXQ = "4444xq"
    }
    /// The encoding effort per frame.
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
    /// The trade-off between quality and latency.
    package enum Tune: String, OptionValue, CaseIterable {
        case none
        case zerolatency
    }
    /// The property of the stream that the encoder keeps constant.
    package enum RateControl: String, OptionValue, CaseIterable {
        /// The bit rate, within the buffer size of `vbv-buffer`.
        case constrained
        /// The average bit rate, with unlimited peaks.
        case average
        /// The quality, with any bit rate.
        case quality
        /// The quality, with bit rates up to the configured one within the buffer size of `vbv-buffer`.
        case capped

        /// Whether the average bit rate depends on the content.
        var isMeasured: Bool { self == .quality || self == .capped }
    }

    package var codec = Codec.h264
    package var encoder = Encoder.auto
    package var bitRate = BitRate.kilobits(3000)
    package var size: PixelSize?
    package var profile: Profile?
    package var preset = Preset.veryfast
    package var tune = Tune.none
    package var lookahead = 10
    package var bFrames = 0
    package var rateControl = RateControl.constrained
    package var quality = 23
    package var passes = 1
    package var vbvBuffer = MediaTime.seconds(1)
    package var maxKeyframeDistance: MediaTime?
    /// The maximum interval between sync samples in frames, at any frame rate.
    var maxKeyframeFrames: Int?
    package var threads = 0
    package var onFormatChange = FormatChangePolicy.scale
    package var ladder: Ladder?
    /// Whether the encoder starts inside the media, so that the decoder's buffer is neither full nor empty.
    var startsInside = false
    /// The bit rate relative to the configured one, for a portion of the media.
    var share = 1.0
    /// The maximum number of lines; larger frames are scaled to it. Nil keeps their size.
    var maximumLines: Int?
    /// The reduced frame rate in frames per second; nil if all frames are encoded.
    var reducedFrameRate: Ratio?
    package init() {}

    package static var fields: [OptionField<VideoEncodeOptions>] {
        [
            .option("codec", \.codec, "Video codec."),
            .option(
                "encoder", \.encoder,
                "Encoder; auto selects the first installed one: x264, openh264, va, vaapi, nvenc, v4l2 for h264; x265, "
                    + "va, vaapi, nvenc, v4l2 for hevc; svtav1, av1 for av1, which require max-keyframe-distance; prores; jpeg. "
                    + "svtav1 supports rate-control average and quality, and frames of at least 64x64."),
            .option(
                "bitrate", \.bitRate, in: .kilobits(10)...BitRate(bitsPerSecond: 1_000_000_000), "Bits per second."),
            .option("size", \.size, "Frame size to scale to; by default that of the input."),
            .option(
                "profile", \.profile,
                "Codec profile; by default high for h264, and main or main10 for hevc "
                    + "depending on the bit depth of the input (8 or 10 bits); standard for prores, which has proxy, lt, "
                    + "standard, hq, 4444 and 4444xq."),
            .option("preset", \.preset, "Encoding effort per frame."),
            .option("tune", \.tune, "Latency tuning; zerolatency trades quality for immediate output."),
            .option("look-ahead", \.lookahead, in: 0...60, "Number of frames that the encoder looks ahead."),
            .option("b-frames", \.bFrames, in: 0...8, "Maximum number of consecutive B-frames."),
            .option(
                "rate-control", \.rateControl,
                "Constant property: bit rate (constrained, average), or quality (quality, capped). With "
                    + "capped, bitrate is the maximum; encoders x264 and x265."),
            .option(
                "quality", \.quality, in: 0...50, "For rate-control quality and capped: 0 (lossless) to 50 (worst)."),
            .option(
                "passes", \.passes, in: 1...2,
                "Number of passes. 2 distributes the bits of rate-control average over the whole media; for jobs, with "
                    + "encoders x264 and x265."),
            .option(
                "vbv-buffer", \.vbvBuffer, in: .milliseconds(100)...MediaTime.seconds(10),
                "Duration of the decoder's buffer for rate-control constrained and capped."),
            .option(
                "max-keyframe-distance", \.maxKeyframeDistance,
                "Maximum time between sync samples; by default only requested ones occur."),
            .option("threads", \.threads, in: 0...64, "Number of encoder threads; 0 lets the encoder choose."),
            .option(FormatChangePolicy.optionName, \.onFormatChange, FormatChangePolicy.help),
            .option(
                "ladder", \.ladder,
                "Several encodings of the input with sync samples at the same frames; auto selects the "
                    + "input's size and the heights among 2160, 1440, 1080, 720, 540, 432, 360 and 234 that are "
                    + "at most 0.8 of the next larger one, at most 5 in total."),
        ]
    }
}
