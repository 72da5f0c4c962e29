import CGStreamer
import Glibc
import Media
import StageKit

/// The GStreamer library, initialized on first use.
enum GStreamerLibrary {
    private static let problem: String? = {
        guard let message = sluice_gst_init() else { return nil }
        defer { g_free(message) }
        return String(cString: message)
    }()

    /// Initializes GStreamer on the first call. Throws if that fails.
    static func start() throws(StageError) {
        if let problem { throw StageError(.elementFailed, "GStreamer does not start: \(problem)") }
    }

    /// Whether an element of this type is installed.
    static func has(_ factory: String) throws(StageError) -> Bool {
        try start()
        return sluice_gst_has_element(factory)
    }

    /// Whether an installed element accepts video frames of this size in some format.
    static func accepts(_ factory: String, _ size: PixelSize) -> Bool {
        sluice_gst_element_accepts(factory, "video/x-raw,width=\(size.width),height=\(size.height)")
    }
}

/// The string at a pointer whose ownership C code has transferred. Frees the memory.
func ownedString(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
    guard let pointer else { return nil }
    defer { g_free(pointer) }
    return String(cString: pointer)
}
