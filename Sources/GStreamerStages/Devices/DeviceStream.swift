import CGStreamer
import CGStreamerLibraries
import Media

/// One type of stream that a device offers according to its driver.
package struct DeviceStream: Sendable, Hashable {
    /// The media type, such as `video/x-raw` or `image/jpeg`.
    var mediaType: String
    /// The GStreamer names of pixel or sample formats; empty for coded media.
    var formats: [String] = []
    var widths: [DeviceValueRange<Int>] = []
    var heights: [DeviceValueRange<Int>] = []
    /// Frames per second.
    var frameRates: [DeviceValueRange<Ratio>] = []
    /// Sample rates in Hz.
    var sampleRates: [DeviceValueRange<Int>] = []
    var channels: [DeviceValueRange<Int>] = []

    /// The streams in `caps`, without streams in device memory.
    static func all(_ caps: UnsafeMutablePointer<GstCaps>) -> [DeviceStream] {
        (0..<sluice_gst_caps_count(caps)).compactMap { index in
            guard let type = sluice_gst_caps_media_type(caps, index) else { return nil }
            let texts = { values(of: $0, in: caps, index) }
            return DeviceStream(
                mediaType: String(cString: type), formats: texts("format"),
                widths: texts("width").compactMap(DeviceValueRange.init(integers:)),
                heights: texts("height").compactMap(DeviceValueRange.init(integers:)),
                frameRates: texts("framerate").compactMap(DeviceValueRange.init(ratios:)),
                sampleRates: texts("rate").compactMap(DeviceValueRange.init(integers:)),
                channels: texts("channels").compactMap(DeviceValueRange.init(integers:)))
        }
    }

    private static func values(of field: String, in caps: UnsafeMutablePointer<GstCaps>, _ index: UInt32) -> [String] {
        var texts: [String] = []
        withUnsafeMutablePointer(to: &texts) { texts in
            sluice_gst_caps_values(caps, index, field, addText, texts)
        }
        return texts
    }
}

private func addText(_ text: UnsafePointer<CChar>?, _ owner: UnsafeMutableRawPointer?) {
    guard let text, let owner else { return }
    owner.assumingMemoryBound(to: [String].self).pointee.append(String(cString: text))
}
