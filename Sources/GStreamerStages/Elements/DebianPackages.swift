import StageKit

/// The Debian packages of GStreamer elements.
enum DebianPackages {
    private static let elements: [String: String] = [
        "x264enc": "gstreamer1.0-plugins-ugly",
        "openh264enc": "gstreamer1.0-plugins-bad", "h264parse": "gstreamer1.0-plugins-bad",
        "h265parse": "gstreamer1.0-plugins-bad", "voaacenc": "gstreamer1.0-plugins-bad",
        "fdkaacenc": "gstreamer1.0-plugins-bad", "tsdemux": "gstreamer1.0-plugins-bad",
        "avenc_aac": "gstreamer1.0-libav", "avdec_h264": "gstreamer1.0-libav", "avdec_aac": "gstreamer1.0-libav",
        "avdec_h265": "gstreamer1.0-libav", "avenc_ac3": "gstreamer1.0-libav",
        "avenc_alac": "gstreamer1.0-libav", "avenc_prores_ks": "gstreamer1.0-libav",
        "x265enc": "gstreamer1.0-plugins-bad", "av1enc": "gstreamer1.0-plugins-bad",
        "av1parse": "gstreamer1.0-plugins-bad", "vp9parse": "gstreamer1.0-plugins-bad",
        "opusparse": "gstreamer1.0-plugins-bad", "vah264enc": "gstreamer1.0-plugins-bad",
        "vah265enc": "gstreamer1.0-plugins-bad", "nvh264enc": "gstreamer1.0-plugins-bad",
        "nvh265enc": "gstreamer1.0-plugins-bad", "vaapih264enc": "gstreamer1.0-vaapi",
        "vaapih265enc": "gstreamer1.0-vaapi", "v4l2h264enc": "gstreamer1.0-plugins-good",
        "v4l2h265enc": "gstreamer1.0-plugins-good", "flacenc": "gstreamer1.0-plugins-good",
        "flacparse": "gstreamer1.0-plugins-good", "ac3parse": "gstreamer1.0-plugins-good",
        "mpegaudioparse": "gstreamer1.0-plugins-good", "deinterlace": "gstreamer1.0-plugins-good",
        "videoflip": "gstreamer1.0-plugins-good", "opusenc": "gstreamer1.0-plugins-base",
        "alsasrc": "gstreamer1.0-alsa", "timeoverlay": "gstreamer1.0-x",
        "v4l2src": "gstreamer1.0-plugins-good", "jpegenc": "gstreamer1.0-plugins-good",
        "capssetter": "gstreamer1.0-plugins-good", "jpegdec": "gstreamer1.0-plugins-good",
        "qtdemux": "gstreamer1.0-plugins-good", "matroskademux": "gstreamer1.0-plugins-good",
        "flvdemux": "gstreamer1.0-plugins-good", "aacparse": "gstreamer1.0-plugins-good",
        "appsink": "gstreamer1.0-plugins-base", "appsrc": "gstreamer1.0-plugins-base",
        "videotestsrc": "gstreamer1.0-plugins-base", "audiotestsrc": "gstreamer1.0-plugins-base",
        "videoconvert": "gstreamer1.0-plugins-base", "videoscale": "gstreamer1.0-plugins-base",
        "audioconvert": "gstreamer1.0-plugins-base", "audioresample": "gstreamer1.0-plugins-base",
        "decodebin": "gstreamer1.0-plugins-base", "parsebin": "gstreamer1.0-plugins-base",
        "uridecodebin": "gstreamer1.0-plugins-base", "uridecodebin3": "gstreamer1.0-plugins-base",
        "tcpclientsrc": "gstreamer1.0-plugins-base", "tcpserversrc": "gstreamer1.0-plugins-base",
        "ximagesrc": "gstreamer1.0-plugins-good", "udpsrc": "gstreamer1.0-plugins-good",
        "rtspsrc": "gstreamer1.0-plugins-good", "rtpbin": "gstreamer1.0-plugins-good",
        "rtpjitterbuffer": "gstreamer1.0-plugins-good", "rtph264depay": "gstreamer1.0-plugins-good",
        "rtph265depay": "gstreamer1.0-plugins-good", "souphttpsrc": "gstreamer1.0-plugins-good",
        "multifilesrc": "gstreamer1.0-plugins-good", "imagefreeze": "gstreamer1.0-plugins-good",
        "dv1394src": "gstreamer1.0-plugins-good", "jackaudiosrc": "gstreamer1.0-plugins-good",
        "pulsesrc": "gstreamer1.0-pulseaudio", "pipewiresrc": "gstreamer1.0-pipewire",
        "libcamerasrc": "gstreamer1.0-libcamera", "nicesrc": "gstreamer1.0-nice",
        "rtmpsrc": "gstreamer1.0-plugins-bad", "rtmp2src": "gstreamer1.0-plugins-bad",
        "srtsrc": "gstreamer1.0-plugins-bad", "srtclientsrc": "gstreamer1.0-plugins-bad",
        "ristsrc": "gstreamer1.0-plugins-bad", "dvbsrc": "gstreamer1.0-plugins-bad",
        "decklinkvideosrc": "gstreamer1.0-plugins-bad", "decklinkaudiosrc": "gstreamer1.0-plugins-bad",
        "hlsdemux": "gstreamer1.0-plugins-bad", "dashdemux": "gstreamer1.0-plugins-bad",
        "webrtcbin": "gstreamer1.0-plugins-bad", "uvch264src": "gstreamer1.0-plugins-bad",
        "curlhttpsrc": "gstreamer1.0-plugins-bad", "openalsrc": "gstreamer1.0-plugins-bad",
        "wpesrc": "gstreamer1.0-wpe", "v4l2h264dec": "gstreamer1.0-plugins-good",
        "h264timestamper": "gstreamer1.0-plugins-bad",
    ]

    /// Elements in Debian 13 that Debian 12 does not have.
    private static let newElements = ["svtav1enc": "gstreamer1.0-plugins-bad of Debian 13"]

    /// Whether Debian 12 has the element.
    static func has(_ element: String) -> Bool { elements[element] != nil }

    /// The error for an element that is not installed.
    static func missing(_ element: String) -> StageError {
        let advice =
            (elements[element] ?? newElements[element]).map { "install the Debian package \($0)" }
            ?? "install the plugin that contains it"
        return StageError(.missingElement, "the GStreamer element \(element) is not installed; \(advice)")
    }

    /// The error for a decoder or demultiplexer that GStreamer did not find.
    static func missing(decoderFor description: String) -> StageError {
        StageError(
            .missingElement,
            "GStreamer has no \(description); it may be in the Debian package gstreamer1.0-libav, "
                + "gstreamer1.0-plugins-bad or gstreamer1.0-plugins-ugly")
    }
}
