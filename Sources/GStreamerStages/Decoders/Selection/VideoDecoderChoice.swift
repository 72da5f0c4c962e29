import CGStreamer
import CGStreamerLibraries
import StageKit

/// The implementation that decodes video.
package enum VideoDecoderChoice: String, OptionValue, CaseIterable {
    /// Software, or hardware for codecs without it.
    case auto
    case va
    case v4l2

    package static let optionName = "decoder"
    package static let help =
        "Decoder of video: auto selects software, va and v4l2 hardware. Software replaces hardware that is missing, does "
        + "not support the codec or fails, with a warning."

    static let problemCode = "software-decoder"

    /// Returns the hardware elements that decode samples with these caps; nil for software. Reports hardware that is
    /// missing.
    func hardware(for caps: String, of codec: String, _ context: StageContext) throws(StageError) -> String? {
        guard self != .auto else { return nil }
        let format = DecoderElements(caps)
        for name in (self == .va ? format?.va : format?.v4l2) ?? [] where try Self.opens(name) {
            return "\(format?.parser.map { "\($0) ! " } ?? "")\(name)"
        }
        context.reportWarning(
            Self.problemCode,
            "no decoder of type \(rawValue) for \(codec) can be opened on this machine; software decodes it")
        return nil
    }

    /// Returns the elements of software that decode samples with these caps.
    static func software(for caps: String) throws(StageError) -> String {
        let format = DecoderElements(caps)
        // Ranks of hardware decoders differ between versions of GStreamer and machines.
        for name in format?.software ?? [] where try GStreamerLibrary.has(name) {
            return "decodebin force-sw-decoders=true"
        }
        return "decodebin"
    }

    /// Whether an element is installed and opens its device.
    private static func opens(_ name: String) throws(StageError) -> Bool {
        guard try GStreamerLibrary.has(name), let element = gst_element_factory_make(name, nil) else { return false }
        defer {
            gst_element_set_state(element, GST_STATE_NULL)
            gst_object_unref(element)
        }
        return gst_element_set_state(element, GST_STATE_READY) != GST_STATE_CHANGE_FAILURE
    }
}

/// The elements that decode a codec.
private struct DecoderElements {
    /// nil if the decoders accept the samples of all containers.
    var parser: String?
    var va: [String]
    var v4l2: [String]
    var software: [String]

    /// The elements for caps; nil for codecs without hardware decoders.
    init?(_ caps: String) {
        let name = caps.prefix { $0 != "," }
        switch name {
        case "video/x-h264": self.init("h264parse", "h264", ["avdec_h264", "openh264dec"])
        case "video/x-h265": self.init("h265parse", "h265", ["avdec_h265", "libde265dec"])
        case "video/x-av1": self.init("av1parse", "av1", ["dav1ddec", "av1dec", "avdec_av1"])
        case "video/x-vp8": self.init(nil, "vp8", ["vp8dec", "avdec_vp8"])
        case "video/x-vp9": self.init("vp9parse", "vp9", ["vp9dec", "avdec_vp9"])
        case "video/mpeg" where caps.contains("mpegversion=2"):
            self.init("mpegvideoparse", "mpeg2", ["mpeg2dec", "avdec_mpeg2video"])
        case "image/jpeg": self.init("jpegparse", "jpeg", ["jpegdec", "avdec_mjpeg"])
        default: return nil
        }
    }

    private init(_ parser: String?, _ codec: String, _ software: [String]) {
        (self.parser, self.software) = (parser, software)
        (va, v4l2) = (["va\(codec)dec"], ["v4l2\(codec)dec", "v4l2sl\(codec)dec"])
    }
}
