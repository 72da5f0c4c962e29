import GStreamerStages
import Media

/// Selects the format of a device for a session preset.
enum CaptureFormatChoice {
    /// The lowest frame rate of formats that are preferred over those with larger sizes, in frames per second.
    private static let smoothRate = 23.9

    /// The format for a preset; nil if the device does not offer the preset's size.
    static func format(for preset: AVCaptureSession.Preset, among formats: [CaptureFormat]) -> CaptureFormat? {
        guard case .video = formats.first?.content else { return formats.first }
        if let size = preset.size { return best(formats.filter { $0.size == size }) }
        switch preset {
        case .photo: return best(formats.filter { $0.area == formats.map(\.area).max() })
        case .medium: return nearest(to: PixelSize(width: 480, height: 360), formats)
        case .low: return nearest(to: PixelSize(width: 192, height: 144), formats)
        default: return largest(formats)
        }
    }

    /// The largest size up to 1920x1080, with at least 24 frames per second if the device offers that.
    private static func largest(_ formats: [CaptureFormat]) -> CaptureFormat? {
        let usual = formats.filter { $0.size.width <= 1920 && $0.size.height <= 1080 }
        let fast = usual.filter { ($0.usualRate?.value ?? 0) >= smoothRate }
        let candidates = fast.isEmpty ? (usual.isEmpty ? formats : usual) : fast
        return best(candidates.filter { $0.area == candidates.map(\.area).max() })
    }

    private static func nearest(to size: PixelSize, _ formats: [CaptureFormat]) -> CaptureFormat? {
        let distance = { (format: CaptureFormat) in abs(format.area - size.width * size.height) }
        return best(formats.filter { distance($0) == formats.map(distance).min() })
    }

    /// The format with a smooth frame rate and the least work until the frame can be encoded.
    private static func best(_ formats: [CaptureFormat]) -> CaptureFormat? {
        formats.min { rank($0).lexicographicallyPrecedes(rank($1)) }
    }

    private static func rank(_ format: CaptureFormat) -> [Int] {
        guard case .video(let coding, let pixelFormat, _, _) = format.content else { return [] }
        let isSmooth = (format.usualRate?.value ?? 0) >= smoothRate
        let codings: [CameraFormat] = [.raw, .mjpeg, .h264]
        let pixelFormats = ["NV12", "I420", "YUY2", "UYVY"]
        return [
            isSmooth ? 0 : 1, codings.firstIndex(of: coding) ?? codings.count,
            pixelFormat.flatMap(pixelFormats.firstIndex) ?? pixelFormats.count,
        ]
    }
}

extension CaptureFormat {
    /// The number of pixels.
    fileprivate var area: Int { size.width * size.height }
}
