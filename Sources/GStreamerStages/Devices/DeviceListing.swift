/// One size of one form of pictures that a camera offers.
package struct CameraMode: Sendable, Hashable, Encodable {
    /// `raw`, `mjpeg`, `h264`, or a media type.
    package var format: String
    /// For raw pictures, GStreamer's names of the pixel formats that some size of it comes in.
    package var pixelFormats: [String]
    package var size: String
    /// Pictures per second, the most first.
    package var rates: [String]
}

extension CaptureDevices.Camera {
    /// What it offers, form by form and from the smallest size.
    package var modes: [CameraMode] {
        CameraOffer.sizes(streams).flatMap { form in
            form.sizes.map {
                CameraMode(format: form.name, pixelFormats: form.pixelFormats, size: $0.size, rates: $0.rates)
            }
        }
    }
}

extension CaptureDevices.Microphone {
    /// Samples per second.
    package var rates: [String] { unique(streams.flatMap(\.sampleRates).map(\.text)) }
    package var channels: [String] { unique(streams.flatMap(\.channels).map(\.text)) }
    /// GStreamer's names of the sample formats.
    package var sampleFormats: [String] { unique(streams.flatMap(\.formats)) }
}

extension CaptureDevices: CustomStringConvertible {
    /// The list for people.
    package var description: String {
        var lines: [String] = []
        for camera in cameras {
            lines.append("\(camera.path): camera '\(camera.name)'")
            if let problem = camera.problem { lines.append("  \(problem)") }
            for form in CameraOffer.sizes(camera.streams) {
                let formats = form.pixelFormats.isEmpty ? "" : ": \(form.pixelFormats.joined(separator: " "))"
                lines.append("  \(form.name)\(formats)")
                for size in form.sizes { lines.append("    \(size.size) at \(size.rates.joined(separator: ", "))") }
            }
        }
        for microphone in microphones {
            lines.append("\(microphone.device): microphone '\(microphone.name)'")
            if let problem = microphone.problem {
                lines.append("  \(problem)")
                continue
            }
            lines.append("  rates \(microphone.rates.joined(separator: ", "))")
            lines.append("  channels \(microphone.channels.joined(separator: ", "))")
            lines.append("  formats \(microphone.sampleFormats.joined(separator: " "))")
        }
        if cameras.isEmpty { lines.append("no cameras") }
        if microphones.isEmpty { lines.append("no microphones") }
        return lines.map { $0 + "\n" }.joined()
    }
}

/// Each text once, in the order in which they come.
private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
}
