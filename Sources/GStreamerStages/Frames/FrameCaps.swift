import CGStreamer
import CGStreamerLibraries
import Media

/// The GStreamer caps of frames.
final class FrameCaps: @unchecked Sendable {
    // Safe because caps are only read and their reference count is atomic.
    let pointer: UnsafeMutablePointer<GstCaps>

    /// Caps from their text form; nil if it is invalid.
    convenience init?(text: String) {
        guard (try? GStreamerLibrary.start()) != nil, let caps = gst_caps_from_string(text) else { return nil }
        defer { sluice_gst_mini_unref(caps) }
        self.init(caps)
    }

    /// Retains the caps.
    init(_ caps: UnsafeMutablePointer<GstCaps>) {
        pointer = sluice_gst_mini_ref(caps).assumingMemoryBound(to: GstCaps.self)
    }

    /// The caps with a matrix for conversions if they have none. GStreamer would assume BT.2020 from 2160 lines on, and
    /// limited range.
    var forConversion: FrameCaps {
        guard let caps = sluice_gst_caps_for_conversion(pointer) else { return self }
        defer { sluice_gst_mini_unref(caps) }
        return caps == pointer ? self : FrameCaps(caps)
    }

    deinit { sluice_gst_mini_unref(pointer) }
}
