import Media
import StageKit

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
