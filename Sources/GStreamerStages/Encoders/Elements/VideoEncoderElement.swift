import Media
import StageKit

/// The launch description of the video encoder for the options.
struct VideoEncoderElement {
    let options: VideoEncodeOptions
    /// The frame rate of the input; nil if it varies.
    let rate: Ratio?
    let pass: EncodingPass
    /// The element, which is installed.
    let choice: VideoEncoderTable.Choice
    let input: RawVideoFormat

    init(options: VideoEncodeOptions, input: RawVideoFormat, pass: EncodingPass) throws(StageError) {
        self.options = options
        self.input = input
        rate = input.nominalFrameRate
        self.pass = pass
        choice = try VideoEncoderTable.choose(options, for: options.size ?? input.size)
    }

    /// Whether the encoder's input has 10 bits per component.
    private var hasTenBits: Bool {
        choice.hasTenBits && (options.profile == .main10 || options.profile == nil && input.pixelFormat.contains("10"))
    }

    /// Whether high-dynamic-range video is reduced to 8 bits.
    var losesRange: Bool {
        guard let transfer = input.colour?.transfer, transfer == 16 || transfer == 18, options.codec != .prores else {
            return false
        }
        return !hasTenBits
    }

    /// The elements from pixel format conversion to access units in the form of samples.
    func description() throws(StageError) -> String {
        return """
            \(declaredRate) \(scaling) ! videoconvert ! video/x-raw,format=(string)\(pixelFormats)\(colorimetry)
            ! \(choice.element) name=encoder \(try settings()) ! \(coded)
            """
    }

    /// The element that declares the frame rate by which the encoder distributes the bit rate. Fewer frames arrive than the
    /// input declares if the rate is reduced, and encoders start again when the rate changes.
    private var declaredRate: String {
        guard options.reducedFrameRate != nil || options.onFormatChange == .scale else { return "" }
        return "! capssetter caps=video/x-raw,framerate=(fraction)\((rate ?? Ratio(0)).caps)"
    }

    /// The property of the running encoder, and its value, that keeps the bit rate for input with another frame rate than the
    /// declared one: encoders give each frame the same share. Nil if the property is fixed or the rate unknown.
    func bitRate(for track: Track) -> (property: String, value: Int)? {
        let isAdaptable = options.rateControl != .quality && (options.rateControl != .capped || choice.encoder == .x264)
        guard options.reducedFrameRate == nil, isAdaptable, pass == .only, let rate,
            case .rawVideo(let format) = track.format, let next = format.nominalFrameRate
        else { return nil }
        let ratio = rate.value / next.value
        switch choice.encoder {
        case .x264, .va, .vaapi, .nvenc: return ("bitrate", max(1, Int(Double(kilobits) * ratio)))
        case .openh264: return ("bitrate", max(1, Int(Double(options.bitRate.bitsPerSecond) * ratio)))
        // x265enc (GStreamer 1.22 and 1.26) discards the frames of its look-ahead when a property changes.
        default: return nil
        }
    }

    private var scaling: String {
        let (size, aspect) = (options.size ?? input.size, options.size == nil ? input.pixelAspect : Ratio(1))
        guard options.size != nil || options.onFormatChange == .scale else { return "" }
        return "! videoscale ! video/x-raw,width=\(size.width),height=\(size.height),pixel-aspect-ratio=\(aspect.caps)"
    }

    /// The caps field that keeps the colours of the input.
    private var colorimetry: String {
        if choice.encoder == .jpeg { return "" }
        let lines = (options.size ?? input.size).height
        return (input.colour ?? .unspecified(isFullRange: false)).workingCaps(lines: lines)
    }

    /// The colours that the encoded video declares: those of the input, which may be none. Conversion from RGB chooses them.
    var declaredColour: ColourDescription? {
        guard input.isRGB else { return input.colour }
        return FrameCaps(text: "video/x-raw\(colorimetry)").flatMap { CapsFields(caps: $0.pointer).colour }
    }

    private var pixelFormats: String {
        if hasTenBits { return "I420_10LE" }
        switch choice.encoder {
        case .prores: return proResPixels
        // The full range of BT.601, which decoders of JPEG assume (ITU-T T.871).
        case .jpeg: return "I420,colorimetry=(string)1:4:7:1"
        case .x264: return input.pixelFormat == "NV12" ? "NV12" : "I420"
        case .va, .vaapi, .nvenc, .v4l2: return "NV12"
        case .auto, .openh264, .x265, .svtav1, .av1: return "I420"
        }
    }

    private var coded: String {
        let units = "alignment=au"
        switch options.codec {
        case .h264 where choice.encoder == .x264:
            return "video/x-h264,stream-format=avc,\(units),profile=\(h264Profile)"
        case .h264:
            return "video/x-h264,profile=\(h264Profile) ! h264parse ! video/x-h264,stream-format=avc,\(units)"
        case .hevc:
            let profile = hasTenBits ? "main-10" : "main"
            return "video/x-h265,profile=\(profile) ! h265parse ! video/x-h265,stream-format=hvc1,\(units)"
        case .av1: return "av1parse ! video/x-av1,stream-format=obu-stream,alignment=tu"
        // The element does not announce the profile.
        case .prores: return "capssetter caps=video/x-prores,variant=(string)\(proResProfile.rawValue)"
        case .jpeg: return "image/jpeg"
        }
    }

    private func settings() throws(StageError) -> String {
        switch choice.encoder {
        case .x264: x264
        case .openh264: openh264
        case .x265: try x265()
        case .av1: try libaom()
        case .svtav1: try svtav1()
        case .prores: "profile=\(proResProfile.rawValue) vendor=apl0 threads=auto"
        // From 100 to 67, where artefacts are visible.
        case .jpeg: "quality=\(100 - options.quality * 2 / 3)"
        case .va, .vaapi, .nvenc, .v4l2, .auto: hardware
        }
    }

    var kilobits: Int { max(1, Int(Double(options.bitRate.bitsPerSecond) * options.share / 1000)) }

    private var x264: String {
        var text = """
            aud=false key-int-max=\(keyframeDistance) speed-preset=\(options.preset.rawValue) \
            bframes=\(options.bFrames) threads=\(options.threads) option-string="\(x264Options)" 
            """
        text += options.tune == .zerolatency ? " tune=zerolatency" : " rc-lookahead=\(options.lookahead)"
        if let pass = pass.property { return text + " pass=\(pass) bitrate=\(kilobits) vbv-buf-capacity=0" }
        switch options.rateControl {
        case .constrained:
            let buffer = options.vbvBuffer.ticks(at: 1000)
            text += " pass=cbr bitrate=\(kilobits) vbv-buf-capacity=\(buffer)"
        case .average: text += " pass=cbr bitrate=\(kilobits) vbv-buf-capacity=0"
        // Otherwise the default, a buffer for 2048 kbit/s, would apply.
        case .quality: text += " pass=qual quantizer=\(options.quality) vbv-buf-capacity=0"
        case .capped:
            let buffer = options.vbvBuffer.ticks(at: 1000)
            text += " pass=qual quantizer=\(options.quality) bitrate=\(kilobits) vbv-buf-capacity=\(buffer)"
        }
        return text
    }

    /// The fullness of the decoder's buffer at the start of an encoder inside the media. Encoders start with a buffer of
    /// 0.9, which would allow every chunk more bits than the same media have in one run.
    static let insideFullness = 0.5

    private var x264Options: String {
        let hasBuffer = options.rateControl == .constrained || options.rateControl == .capped
        if options.passes == 2 { return x264PassOptions }
        return options.startsInside && hasBuffer && pass == .only
            ? "scenecut=0:vbv-init=\(Self.insideFullness)" : "scenecut=0"
    }

    private var openh264: String {
        let control = options.rateControl == .quality ? "quality" : "bitrate"
        return """
            gop-size=\(keyframeDistance) rate-control=\(control) bitrate=\(options.bitRate.bitsPerSecond) \
            scene-change-detection=false multi-thread=\(options.threads) complexity=\(complexity)
            """
    }

    private var complexity: String {
        switch options.preset {
        case .ultrafast, .superfast, .veryfast: "low"
        case .faster, .fast, .medium: "medium"
        case .slow, .slower, .veryslow: "high"
        }
    }

    private var h264Profile: String {
        switch options.profile {
        case .baseline: "constrained-baseline"
        case .main, .main10: "main"
        default: "high"
        }
    }

    /// The maximum keyframe interval in frames; without the option so large that only requested sync samples occur.
    var keyframeDistance: Int64 {
        let most = options.maxKeyframeFrames ?? 1 << 30
        guard let distance = options.maxKeyframeDistance, !distance.isIndefinite else { return Int64(most) }
        let rate = rate ?? Ratio(30)
        let frames = distance.seconds * rate.value
        return Int64(max(1, min(frames.rounded(), Double(most))))
    }
}
