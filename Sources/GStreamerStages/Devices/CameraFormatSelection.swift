import Media
import StageKit

/// The format to request from a camera, selected from the formats that it offers.
struct CameraFormatSelection: Sendable, Hashable {
    var format: CameraFormat
    /// The GStreamer caps.
    var caps: String

    /// Pixel formats in order of preference, by the cost of converting them for an encoder.
    static let pixelFormats = ["I420", "NV12", "YV12", "YUY2", "UYVY", "NV21", "Y42B", "YVYU"]

    /// Selects the first format that offers the size and the rate. Throws an error with a list of the offered formats
    /// if there is none.
    init(
        of streams: [DeviceStream], format: CameraFormat, size: PixelSize?, rate: Ratio?,
        pixelFormats: [String] = pixelFormats, subject: String
    ) throws(StageError) {
        for form in format == .auto ? CameraFormat.forms : [format] {
            let fitting = streams.compactMap { Self.caps($0, form, size, rate, pixelFormats) }
            guard let best = fitting.min(by: { $0.rank < $1.rank }) else { continue }
            self.format = form
            caps = best.text
            return
        }
        let what = [
            format == .auto ? "format" : "\(format.rawValue) format", size.map { "with size \($0)" },
            rate.map { "at \(DeviceValueRange($0, $0).text) fps" },
        ]
        throw StageError(
            .unsupportedMedia,
            "\(subject) offers no \(what.compactMap(\.self).joined(separator: " ")); it offers "
                + CameraFormatSummary.summary(streams))
    }

    private static func caps(
        _ stream: DeviceStream, _ form: CameraFormat, _ size: PixelSize?, _ rate: Ratio?, _ pixelFormats: [String]
    ) -> (text: String, rank: Int)? {
        guard stream.mediaType == form.mediaType else { return nil }
        var text = form.mediaType
        if let size {
            guard stream.widths.contains(where: { $0.contains(size.width) }),
                stream.heights.contains(where: { $0.contains(size.height) })
            else { return nil }
            text += ",width=\(size.width),height=\(size.height)"
        }
        if let rate {
            guard let offered = stream.frameRates.lazy.compactMap({ $0.closest(to: rate) }).first else { return nil }
            text += ",framerate=\(offered.caps)"
        }
        guard form == .raw else { return (text, 0) }
        guard let place = pixelFormats.firstIndex(where: stream.formats.contains) else {
            return (text, pixelFormats.count)
        }
        return ("\(text),format=\(pixelFormats[place])", place)
    }
}
