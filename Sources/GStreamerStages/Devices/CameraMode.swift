/// One frame size in one format that a camera offers.
package struct CameraMode: Sendable, Hashable, Encodable {
    /// `raw`, `mjpeg`, `h264`, or another media type.
    package var format: String
    /// For raw video, the GStreamer names of all pixel formats that the camera offers in any size.
    package var pixelFormats: [String]
    package var size: String
    /// Frames per second, highest first.
    package var rates: [String]
}

extension CaptureDevices.Camera {
    /// The modes by format, and by ascending size within a format.
    package var modes: [CameraMode] {
        CameraFormatSummary.sizes(streams).flatMap { form in
            form.sizes.map {
                CameraMode(format: form.name, pixelFormats: form.pixelFormats, size: $0.size, rates: $0.rates)
            }
        }
    }
}

extension CaptureDevices.Microphone {
    /// Sample rates in Hz.
    package var rates: [String] { unique(streams.flatMap(\.sampleRates).map(\.text)) }
    package var channels: [String] { unique(streams.flatMap(\.channels).map(\.text)) }
    /// The GStreamer names of the sample formats.
    package var sampleFormats: [String] { unique(streams.flatMap(\.formats)) }
}

extension CaptureDevices: CustomStringConvertible {
    /// A readable list of the devices and their formats.
    package var description: String {
        var lines: [String] = []
        for camera in cameras {
            lines.append("\(camera.path): camera '\(camera.name)'")
            if let problem = camera.problem { lines.append("  \(problem)") }
            for form in CameraFormatSummary.sizes(camera.streams) {
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

/// The texts without duplicates, in their original order.
private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
}
