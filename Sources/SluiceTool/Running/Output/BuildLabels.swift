import CGStreamerLibraries

/// The labels of the metric `sluice_build_info`.
enum BuildLabels {
    static var all: [(name: String, value: String)] {
        var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
        gst_version(&major, &minor, &micro, &nano)
        return [("version", Tool.version), ("gstreamer", "\(major).\(minor).\(micro)")]
    }
}
