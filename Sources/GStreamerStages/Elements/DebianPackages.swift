import StageKit

/// Which Debian package holds what is missing.
enum DebianPackages {
    private static let elements: [String: String] = [
        "x264enc": "gstreamer1.0-plugins-ugly",
        "openh264enc": "gstreamer1.0-plugins-bad", "h264parse": "gstreamer1.0-plugins-bad",
        "h265parse": "gstreamer1.0-plugins-bad", "voaacenc": "gstreamer1.0-plugins-bad",
        "fdkaacenc": "gstreamer1.0-plugins-bad", "tsdemux": "gstreamer1.0-plugins-bad",
        "avenc_aac": "gstreamer1.0-libav", "avdec_h264": "gstreamer1.0-libav", "avdec_aac": "gstreamer1.0-libav",
        "avdec_h265": "gstreamer1.0-libav",
        "alsasrc": "gstreamer1.0-alsa", "timeoverlay": "gstreamer1.0-x",
        "v4l2src": "gstreamer1.0-plugins-good", "jpegdec": "gstreamer1.0-plugins-good",
        "qtdemux": "gstreamer1.0-plugins-good", "matroskademux": "gstreamer1.0-plugins-good",
        "flvdemux": "gstreamer1.0-plugins-good", "aacparse": "gstreamer1.0-plugins-good",
        "appsink": "gstreamer1.0-plugins-base", "appsrc": "gstreamer1.0-plugins-base",
        "videotestsrc": "gstreamer1.0-plugins-base", "audiotestsrc": "gstreamer1.0-plugins-base",
        "videoconvert": "gstreamer1.0-plugins-base", "videoscale": "gstreamer1.0-plugins-base",
        "audioconvert": "gstreamer1.0-plugins-base", "audioresample": "gstreamer1.0-plugins-base",
        "decodebin": "gstreamer1.0-plugins-base", "parsebin": "gstreamer1.0-plugins-base",
    ]

    /// The error for an element that is not installed.
    static func missing(_ element: String) -> StageError {
        let advice = elements[element].map { "install the Debian package \($0)" } ?? "install the plugin that has it"
        return StageError(.missingElement, "the GStreamer element \(element) is not installed; \(advice)")
    }

    /// The error for a decoder or demuxer that GStreamer looked for and did not find.
    static func missing(decoderFor description: String) -> StageError {
        StageError(
            .missingElement,
            "GStreamer has no \(description); it may be in the Debian package gstreamer1.0-libav, "
                + "gstreamer1.0-plugins-bad or gstreamer1.0-plugins-ugly")
    }
}
