import CGStreamer
import Glibc
import Media
import StageKit

/// GStreamer itself, started when it is first needed.
enum GStreamerLibrary {
    private static let problem: String? = {
        guard let message = sluice_gst_init() else { return nil }
        defer { g_free(message) }
        return String(cString: message)
    }()

    /// Starts GStreamer once.
    static func start() throws(StageError) {
        if let problem { throw StageError(.elementFailed, "GStreamer does not start: \(problem)") }
    }

    /// Whether an element of this kind is installed.
    static func has(_ factory: String) throws(StageError) -> Bool {
        try start()
        return sluice_gst_has_element(factory)
    }

    /// Whether an installed element takes pictures of this size, in any format.
    static func takes(_ factory: String, _ size: PictureSize) -> Bool {
        sluice_gst_element_takes(factory, "video/x-raw,width=\(size.width),height=\(size.height)")
    }
}

/// The string behind a pointer that C has given away.
func takeString(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
    guard let pointer else { return nil }
    defer { g_free(pointer) }
    return String(cString: pointer)
}
