import Media
import StageKit

/// The launch text of the encoder that the options ask for.
struct VideoEncoderElement {
    let options: VideoEncodeOptions
    /// Frames per second of what comes in; nil when they vary.
    let rate: Ratio?
    let pass: EncodingPass

    /// The element's name, checked to be installed.
    func name() throws(StageError) -> String {
        switch options.encoder {
        case .auto:
            for name in ["x264enc", "openh264enc"] where try GStreamerLibrary.has(name) { return name }
            throw DebianPackages.missing("x264enc")
        case .x264enc, .openh264enc:
            let name = options.encoder.rawValue
            guard try GStreamerLibrary.has(name) else { throw DebianPackages.missing(name) }
            return name
        }
    }

    /// Everything from the pixel format to length-prefixed access units.
    func description() throws(StageError) -> String {
        let name = try name()
        let scaled = options.size.map {
            "! videoscale ! video/x-raw,width=\($0.width),height=\($0.height),pixel-aspect-ratio=1/1"
        }
        let coded = "video/x-h264,stream-format=avc,alignment=au"
        if name == "x264enc" {
            return """
                \(scaled ?? "") ! videoconvert ! video/x-raw,format=(string){I420,NV12}
                ! x264enc name=encoder \(x264) ! \(coded),profile=\(x264Profile)
                """
        }
        return """
            \(scaled ?? "") ! videoconvert ! video/x-raw,format=I420
            ! openh264enc \(openh264) ! video/x-h264,profile=\(openh264Profile) ! h264parse ! \(coded)
            """
    }

    private var x264: String {
        let kilobits = max(1, options.bitRate.bitsPerSecond / 1000)
        var text = """
            aud=false key-int-max=\(keyframeDistance) speed-preset=\(options.preset.rawValue) \
            bframes=\(options.bFrames) threads=\(options.threads) option-string="scenecut=0" 
            """
        text += options.tune == .zerolatency ? " tune=zerolatency" : " rc-lookahead=\(options.lookahead)"
        if let pass = pass.property { return text + " pass=\(pass) bitrate=\(kilobits) vbv-buf-capacity=0" }
        switch options.rateControl {
        case .constrained:
            let buffer = options.vbvBuffer.ticks(at: 1000)
            text += " pass=cbr bitrate=\(kilobits) vbv-buf-capacity=\(buffer)"
        case .average: text += " pass=cbr bitrate=\(kilobits) vbv-buf-capacity=0"
        // Without this a buffer for 2048 kbit/s would still apply.
        case .quality: text += " pass=qual quantizer=\(options.quality) vbv-buf-capacity=0"
        }
        return text
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

    private var x264Profile: String { options.profile == .baseline ? "constrained-baseline" : options.profile.rawValue }
    private var openh264Profile: String {
        switch options.profile {
        case .baseline: "constrained-baseline"
        case .main: "main"
        case .high: "high"
        }
    }

    /// In frames; so large without the option that only asked-for sync samples appear.
    private var keyframeDistance: Int64 {
        guard let distance = options.maxKeyframeDistance, !distance.isIndefinite else { return 1 << 30 }
        let rate = rate ?? Ratio(30)
        let frames = distance.seconds * rate.value
        return Int64(max(1, min(frames.rounded(), Double(1 << 30))))
    }
}
