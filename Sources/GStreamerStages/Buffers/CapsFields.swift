import CGStreamer
import CGStreamerLibraries
import Glibc
import Media

/// Typed access to the first structure of caps, borrowed from their owner.
struct CapsFields {
    let caps: UnsafeMutablePointer<GstCaps>

    var name: String { sluice_gst_caps_name(caps).map { String(cString: $0) } ?? "" }

    func string(_ field: String) -> String? { sluice_gst_caps_string(caps, field).map { String(cString: $0) } }

    func int(_ field: String) -> Int? {
        var value: Int32 = 0
        return sluice_gst_caps_int(caps, field, &value) ? Int(value) : nil
    }

    func bitmask(_ field: String) -> UInt64? {
        var mask: UInt64 = 0
        return sluice_gst_caps_bitmask(caps, field, &mask) ? mask : nil
    }

    /// A positive fraction; nil if the field is missing, zero or negative.
    func ratio(_ field: String) -> Ratio? {
        var (numerator, denominator): (Int32, Int32) = (0, 0)
        guard sluice_gst_caps_fraction(caps, field, &numerator, &denominator), numerator > 0, denominator > 0 else {
            return nil
        }
        return Ratio(numerator, denominator)
    }

    func bytes(_ field: String) -> [UInt8]? {
        var count = 0
        guard let bytes = sluice_gst_caps_bytes(caps, field, &count) else { return nil }
        defer { g_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// The first buffer of an array.
    func firstBytes(_ field: String) -> [UInt8]? {
        var count = 0
        guard let bytes = sluice_gst_caps_first_bytes(caps, field, &count) else { return nil }
        defer { g_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    var size: PixelSize? {
        guard let width = int("width"), let height = int("height"), width > 0, height > 0 else { return nil }
        return PixelSize(width: width, height: height)
    }

    var pixelAspect: Ratio { ratio("pixel-aspect-ratio") ?? Ratio(1) }

    /// The colour description; nil if the caps contain neither codes nor full range.
    var colour: ColourDescription? {
        var (primaries, transfer, matrix, full): (UInt8, UInt8, UInt8, Bool) = (0, 0, 0, false)
        guard sluice_gst_caps_colour(caps, &primaries, &transfer, &matrix, &full) else { return nil }
        return ColourDescription(
            primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: full
        ).declared
    }
}
