import Media
import StageKit

/// The format of a camera's output.
package enum CameraFormat: String, OptionValue, CaseIterable {
    /// The first of the formats below that offers the configured size and rate.
    case auto
    /// Uncompressed video in any pixel format.
    case raw
    /// Motion JPEG, which many cameras need for large frame sizes at full rate.
    case mjpeg
    /// H.264.
    case h264

    /// The formats in order of preference.
    static let forms: [CameraFormat] = [.raw, .mjpeg, .h264]

    var mediaType: String {
        switch self {
        case .auto, .raw: "video/x-raw"
        case .mjpeg: "image/jpeg"
        case .h264: "video/x-h264"
        }
    }

    init?(mediaType: String) {
        guard let found = Self.forms.first(where: { $0.mediaType == mediaType }) else { return nil }
        self = found
    }
}

/// The format to request from a camera, selected from the formats that it offers.
struct CameraFormatSelection: Sendable, Hashable {
    var format: CameraFormat
    /// The GStreamer caps.
    var caps: String

    /// Pixel formats in order of preference, by the cost of converting them for an encoder.
    private static let pixelFormats = ["I420", "NV12", "YV12", "YUY2", "UYVY", "NV21", "Y42B", "YVYU"]

    /// Selects the first format that offers the size and the rate. Throws an error with a list of the offered formats
    /// if there is none.
    init(
        of streams: [DeviceStream], format: CameraFormat, size: PixelSize?, rate: Ratio?, subject: String
    ) throws(StageError) {
        for form in format == .auto ? CameraFormat.forms : [format] {
            let fitting = streams.compactMap { Self.caps($0, form, size, rate) }
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
        _ stream: DeviceStream, _ form: CameraFormat, _ size: PixelSize?, _ rate: Ratio?
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

/// A readable summary of the formats that a camera offers.
enum CameraFormatSummary {
    /// The maximum number of sizes per format in a message.
    static let maximumSizes = 12

    /// A summary such as `raw 640x480 (30, 15), 1280x720 (10); mjpeg 1280x720 (30)`. Contains supported formats only.
    static func summary(_ streams: [DeviceStream]) -> String {
        let known = streams.filter { CameraFormat(mediaType: $0.mediaType) != nil }
        let forms = sizes(known).map { form in
            let sizes = form.sizes.prefix(maximumSizes).map { "\($0.size) (\(brief($0.rates)))" }
            let more = form.sizes.count > maximumSizes ? ["and \(form.sizes.count - maximumSizes) more sizes"] : []
            return "\(form.name) \((sizes + more).joined(separator: ", "))"
        }
        return forms.isEmpty ? "nothing" : forms.joined(separator: "; ")
    }

    /// The first four rates, followed by an ellipsis if there are more.
    private static func brief(_ rates: [String]) -> String {
        let more = rates.count > 4 ? ["…"] : []
        return (rates.prefix(4) + more).joined(separator: ", ")
    }

    /// One format, such as raw or mjpeg, with its pixel formats and sizes.
    struct Form: Sendable, Hashable {
        var name: String
        var pixelFormats: [String]
        var sizes: [(size: String, rates: [String])]

        static func == (left: Form, right: Form) -> Bool { left.name == right.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    /// The formats in the camera's order. Sizes are ascending, rates descending.
    static func sizes(_ streams: [DeviceStream]) -> [Form] {
        var forms: [Form] = []
        var areas: [String: Int] = [:]
        for stream in streams {
            let name = CameraFormat(mediaType: stream.mediaType)?.rawValue ?? stream.mediaType
            if !forms.contains(where: { $0.name == name }) {
                forms.append(Form(name: name, pixelFormats: [], sizes: []))
            }
            guard let index = forms.firstIndex(where: { $0.name == name }) else { continue }
            for format in stream.formats where !forms[index].pixelFormats.contains(format) {
                forms[index].pixelFormats.append(format)
            }
            guard let width = stream.widths.first, let height = stream.heights.first else { continue }
            let size =
                width.lowest == width.highest && height.lowest == height.highest
                ? "\(width.lowest)x\(height.lowest)"
                : "\(width.lowest)x\(height.lowest) to \(width.highest)x\(height.highest)"
            areas[size] = width.lowest &* height.lowest
            let rates = stream.frameRates.sorted { $0.highest.value > $1.highest.value }.map(\.text)
            if let known = forms[index].sizes.firstIndex(where: { $0.size == size }) {
                let new = rates.filter { !forms[index].sizes[known].rates.contains($0) }
                forms[index].sizes[known].rates += new
            } else {
                forms[index].sizes.append((size, rates))
            }
        }
        for index in forms.indices {
            forms[index].sizes.sort { areas[$0.size, default: 0] < areas[$1.size, default: 0] }
        }
        return forms
    }
}
