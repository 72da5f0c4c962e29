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
        "Decoder of video: auto selects software, va and v4l2 hardware. Software replaces hardware that is missing or "
        + "does not support the codec, with a warning."

    /// Returns the elements that decode samples with these caps. Reports hardware that is missing.
    func elements(for caps: String, of codec: String, _ context: StageContext) throws(StageError) -> String {
        let format = DecoderElements(caps)
        let names = self == .va ? format?.va : self == .v4l2 ? format?.v4l2 : nil
        for name in names ?? [] where try Self.opens(name) {
            return "\(format?.parser.map { "\($0) ! " } ?? "")\(name)"
        }
        if self != .auto {
            context.reportWarning(
                "software-decoder",
                "no decoder of type \(rawValue) for \(codec) can be opened on this machine; software decodes it")
        }
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
