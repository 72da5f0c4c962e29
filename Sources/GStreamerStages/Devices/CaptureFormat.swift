package import Media

/// One format of a device: a picture size in one coding and pixel format, or audio.
package struct CaptureFormat: Sendable, Hashable {
    /// The content of a format.
    package enum Content: Sendable, Hashable {
        /// Video: the coding, the GStreamer name of a raw pixel format, the size, and frame rates in frames per second.
        case video(CameraFormat, pixelFormat: String?, PixelSize, rates: [DeviceValueRange<Ratio>])
        /// Audio: the sample rate in Hz and the number of channels.
        case audio(rate: Int, channels: Int)
    }

    package var content: Content

    package init(_ content: Content) { self.content = content }

    /// The sizes offered by a device whose sizes are ranges, in addition to its largest size.
    private static let commonSizes = [
        (320, 180), (320, 240), (640, 360), (640, 480), (1280, 720), (1920, 1080), (3840, 2160),
    ].map { PixelSize(width: $0.0, height: $0.1) }
    /// The maximum number of formats of a device.
    private static let maximumCount = 1024

    /// The formats of a camera in its order. Raw formats are limited to the pixel formats in `pixelFormats`.
    package static func video(_ streams: [DeviceStream], pixelFormats: Set<String>) -> [CaptureFormat] {
        var result: [CaptureFormat] = []
        var places: [Content: Int] = [:]
        for stream in streams {
            guard let coding = CameraFormat(mediaType: stream.mediaType) else { continue }
            let formats: [String?] = coding == .raw ? stream.formats.filter(pixelFormats.contains) : [nil]
            for size in sizes(of: stream) {
                for format in formats where result.count < maximumCount {
                    let key = Content.video(coding, pixelFormat: format, size, rates: [])
                    guard let place = places[key] else {
                        places[key] = result.count
                        let rates = stream.frameRates
                        result.append(CaptureFormat(.video(coding, pixelFormat: format, size, rates: rates)))
                        continue
                    }
                    guard case .video(_, _, _, let known) = result[place].content else { continue }
                    let rates = known + stream.frameRates.filter { !known.contains($0) }
                    result[place].content = .video(coding, pixelFormat: format, size, rates: rates)
                }
            }
        }
        return result
    }

    /// The formats of a microphone: 48 kHz first if the device offers it, with up to two channels.
    package static func audio(_ streams: [DeviceStream]) -> [CaptureFormat] {
        let offered = streams.flatMap(\.sampleRates)
        let channels = streams.flatMap(\.channels).map(\.highest).max() ?? 2
        let rates = [48_000, 44_100, 96_000, 32_000, 16_000, 8000].filter { rate in
            offered.contains { $0.contains(rate) }
        }
        let counts = channels > 1 ? [2, 1] : [1]
        return rates.flatMap { rate in counts.map { CaptureFormat(.audio(rate: rate, channels: $0)) } }
    }

    private static func sizes(of stream: DeviceStream) -> [PixelSize] {
        guard let width = stream.widths.first, let height = stream.heights.first else { return [] }
        let largest = PixelSize(width: width.highest, height: height.highest)
        guard width.lowest != width.highest || height.lowest != height.highest else { return [largest] }
        return commonSizes.filter { size in
            size != largest && width.contains(size.width) && height.contains(size.height)
        } + [largest]
    }
}
