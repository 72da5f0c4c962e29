// Generated from the reference of stages by Scripts/generate-stages; do not edit.
public import Media
public import StageKit

extension BuiltInStage {
    /// `audio.decode`: Decodes coded audio to frames with the decoder that GStreamer selects.
    ///
    /// - Parameters:
    ///   - maxDamage: Maximum number of lost or damaged frames per track; above it, the run continues to its end and
    ///     counts as failed; not applied to live media. Range: 0 to 1000000000.
    public static func audioDecode(
        maxDamage: Int? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "audio.decode")
        stage.set("max-damage", maxDamage)
        return stage
    }

    /// Values of the option `codec` of `audio.encode`.
    public enum AudioEncodeCodec: String, CaseIterable, OptionValue {
        case aac
        case opus
        case flac
        case ac3
        case alac
        case pcm
    }

    /// Values of the option `encoder` of `audio.encode`.
    public enum AudioEncodeEncoder: String, CaseIterable, OptionValue {
        case auto
        case avencAac = "avenc_aac"
        case opusenc
        case flacenc
        case avencAc3 = "avenc_ac3"
        case avencAlac = "avenc_alac"
        case audioconvert
    }

    /// Values of the option `on-format-change` of `audio.encode`.
    public enum AudioEncodeOnFormatChange: String, CaseIterable, OptionValue {
        case scale
        case period
    }

    /// `audio.encode`: Encodes audio frames as AAC, Opus, FLAC, AC-3 or Apple Lossless, or as PCM.
    ///
    /// - Parameters:
    ///   - codec: Codec of the encoded audio.
    ///   - encoder: GStreamer encoder element; auto selects the codec's default.
    ///   - bitrate: Bit rate in bits per second; ignored for flac, alac and pcm. Range: 8kbit/s to 1024kbit/s.
    ///   - rate: Sample rate in Hz; by default that of the input, or the next that the codec supports. Range: 8000 to
    ///     192000.
    ///   - channels: Number of channels; by default that of the input, up to the codec's maximum. Range: 1 to 8.
    ///   - onFormatChange: Handling of input whose format changes: convert it to the format of the first frames, or
    ///     start a period with the new one.
    public static func audioEncode(
        codec: AudioEncodeCodec? = nil,
        encoder: AudioEncodeEncoder? = nil,
        bitrate: BitRate? = nil,
        rate: Int? = nil,
        channels: Int? = nil,
        onFormatChange: AudioEncodeOnFormatChange? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "audio.encode")
        stage.set("codec", codec)
        stage.set("encoder", encoder)
        stage.set("bitrate", bitrate)
        stage.set("rate", rate)
        stage.set("channels", channels)
        stage.set("on-format-change", onFormatChange)
        return stage
    }

    /// `frame.convert`: Converts frames to an accepted pixel or sample format if they have another one.
    ///
    /// - Parameters:
    ///   - pixelFormats: Accepted pixel formats by GStreamer name, preferred first; empty leaves video unchanged.
    ///   - sampleFormats: Accepted sample formats, such as F32LE, preferred first; empty leaves audio unchanged.
    public static func frameConvert(
        pixelFormats: [String]? = nil,
        sampleFormats: [String]? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "frame.convert")
        stage.set("pixel-formats", pixelFormats)
        stage.set("sample-formats", sampleFormats)
        return stage
    }

    /// `image.thumbnails`: Generates thumbnails for seeking, many in one JPEG image, and a poster.
    ///
    /// - Parameters:
    ///   - interval: Duration that each thumbnail represents. Range: 500ms to 600s.
    ///   - height: Height of a thumbnail in lines; the aspect ratio is kept. Range: 16 to 270.
    ///   - columns: Number of thumbnails per row of an image. Range: 1 to 10.
    ///   - rows: Number of rows of an image. Range: 1 to 10.
    ///   - quality: JPEG quality. Range: 1 to 100.
    ///   - poster: Time of the frame shown in the poster.
    ///   - posterHeight: Maximum height of the poster in lines. Range: 16 to 4320.
    ///   - name: Folder of the images.
    public static func imageThumbnails(
        interval: MediaTime? = nil,
        height: Int? = nil,
        columns: Int? = nil,
        rows: Int? = nil,
        quality: Int? = nil,
        poster: MediaTime? = nil,
        posterHeight: Int? = nil,
        name: String? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "image.thumbnails")
        stage.set("interval", interval)
        stage.set("height", height)
        stage.set("columns", columns)
        stage.set("rows", rows)
        stage.set("quality", quality)
        stage.set("poster", poster)
        stage.set("poster-height", posterHeight)
        stage.set("name", name)
        return stage
    }

    /// `keyframe.force`: Marks the first frame at or after each segment boundary as a future sync sample.
    ///
    /// - Parameters:
    ///   - interval: Interval between segment boundaries. Range: 100ms to 3600s.
    ///   - start: Start of the boundary grid, on the timeline of the source.
    public static func keyframeForce(
        interval: MediaTime? = nil,
        start: MediaTime? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "keyframe.force")
        stage.set("interval", interval)
        stage.set("start", start)
        return stage
    }

    /// Values of the option `decoder` of `video.decode`.
    public enum VideoDecodeDecoder: String, CaseIterable, OptionValue {
        case auto
        case va
        case v4l2
    }

    /// `video.decode`: Decodes coded video to frames, with software or hardware.
    ///
    /// - Parameters:
    ///   - decoder: Decoder of video: auto selects software, va and v4l2 hardware. Software replaces hardware that is
    ///     missing, does not support the codec or fails, with a warning.
    ///   - maxDamage: Maximum number of lost or damaged frames per track; above it, the run continues to its end and
    ///     counts as failed; not applied to live media. Range: 0 to 1000000000.
    public static func videoDecode(
        decoder: VideoDecodeDecoder? = nil,
        maxDamage: Int? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "video.decode")
        stage.set("decoder", decoder)
        stage.set("max-damage", maxDamage)
        return stage
    }

    /// Values of the option `codec` of `video.encode`.
    public enum VideoEncodeCodec: String, CaseIterable, OptionValue {
        case h264
        case hevc
        case av1
        case prores
        case jpeg
    }

    /// Values of the option `encoder` of `video.encode`.
    public enum VideoEncodeEncoder: String, CaseIterable, OptionValue {
        case auto
        case x264
        case openh264
        case x265
        case svtav1
        case av1
        case va
        case vaapi
        case nvenc
        case v4l2
        case prores
        case jpeg
    }

    /// Values of the option `profile` of `video.encode`.
    public enum VideoEncodeProfile: String, CaseIterable, OptionValue {
        case baseline
        case main
        case main10
        case high
        case proxy
        case lt
        case standard
        case hq
        case profile4444 = "4444"
        case profile4444xq = "4444xq"
    }

    /// Values of the option `preset` of `video.encode`.
    public enum VideoEncodePreset: String, CaseIterable, OptionValue {
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

    /// Values of the option `tune` of `video.encode`.
    public enum VideoEncodeTune: String, CaseIterable, OptionValue {
        case none
        case zerolatency
    }

    /// Values of the option `rate-control` of `video.encode`.
    public enum VideoEncodeRateControl: String, CaseIterable, OptionValue {
        case constrained
        case average
        case quality
        case capped
    }

    /// Values of the option `on-format-change` of `video.encode`.
    public enum VideoEncodeOnFormatChange: String, CaseIterable, OptionValue {
        case scale
        case period
    }

    /// `video.encode`: Encodes video as H.264, HEVC, AV1, ProRes or JPEG, with sync samples exactly at the requested
    /// frames.
    ///
    /// - Parameters:
    ///   - codec: Video codec.
    ///   - encoder: Encoder; auto selects the first installed one: x264, openh264, va, vaapi, nvenc, v4l2 for h264;
    ///     x265, va, vaapi, nvenc, v4l2 for hevc; svtav1, av1 for av1, which require max-keyframe-distance; prores;
    ///     jpeg. svtav1 supports rate-control average and quality, and frames of at least 64x64.
    ///   - bitrate: Bits per second. Range: 10kbit/s to 1000Mbit/s.
    ///   - size: Frame size to scale to; by default that of the input.
    ///   - profile: Codec profile; by default high for h264, and main or main10 for hevc depending on the bit depth of
    ///     the input (8 or 10 bits); standard for prores, which has proxy, lt, standard, hq, 4444 and 4444xq.
    ///   - preset: Encoding effort per frame.
    ///   - tune: Latency tuning; zerolatency trades quality for immediate output.
    ///   - lookAhead: Number of frames that the encoder looks ahead. Range: 0 to 60.
    ///   - bFrames: Maximum number of consecutive B-frames. Range: 0 to 8.
    ///   - rateControl: Constant property: bit rate (constrained, average), or quality (quality, capped). With capped,
    ///     bitrate is the maximum; encoders x264 and x265.
    ///   - quality: For rate-control quality and capped: 0 (lossless) to 50 (worst). Range: 0 to 50.
    ///   - passes: Number of passes. 2 distributes the bits of rate-control average over the whole media; for jobs,
    ///     with encoders x264 and x265. Range: 1 to 2.
    ///   - vbvBuffer: Duration of the decoder's buffer for rate-control constrained and capped. Range: 100ms to 10s.
    ///   - maxKeyframeDistance: Maximum time between sync samples; by default only requested ones occur.
    ///   - threads: Number of encoder threads; 0 lets the encoder choose. Range: 0 to 64.
    ///   - onFormatChange: Handling of input whose format changes: convert it to the format of the first frames, or
    ///     start a period with the new one.
    ///   - ladder: Several encodings of the input with sync samples at the same frames; auto selects the input's size
    ///     and the heights among 2160, 1440, 1080, 720, 540, 432, 360 and 234 that are at most 0.8 of the next larger
    ///     one, at most 5 in total.
    public static func videoEncode(
        codec: VideoEncodeCodec? = nil,
        encoder: VideoEncodeEncoder? = nil,
        bitrate: BitRate? = nil,
        size: PixelSize? = nil,
        profile: VideoEncodeProfile? = nil,
        preset: VideoEncodePreset? = nil,
        tune: VideoEncodeTune? = nil,
        lookAhead: Int? = nil,
        bFrames: Int? = nil,
        rateControl: VideoEncodeRateControl? = nil,
        quality: Int? = nil,
        passes: Int? = nil,
        vbvBuffer: MediaTime? = nil,
        maxKeyframeDistance: MediaTime? = nil,
        threads: Int? = nil,
        onFormatChange: VideoEncodeOnFormatChange? = nil,
        ladder: OptionLiteral? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "video.encode")
        stage.set("codec", codec)
        stage.set("encoder", encoder)
        stage.set("bitrate", bitrate)
        stage.set("size", size)
        stage.set("profile", profile)
        stage.set("preset", preset)
        stage.set("tune", tune)
        stage.set("look-ahead", lookAhead)
        stage.set("b-frames", bFrames)
        stage.set("rate-control", rateControl)
        stage.set("quality", quality)
        stage.set("passes", passes)
        stage.set("vbv-buffer", vbvBuffer)
        stage.set("max-keyframe-distance", maxKeyframeDistance)
        stage.set("threads", threads)
        stage.set("on-format-change", onFormatChange)
        stage.set("ladder", ladder)
        return stage
    }
}
