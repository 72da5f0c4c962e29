import GStreamerStages
import Media

/// The origin of a device's media.
enum CaptureDeviceSource: Sendable, Hashable {
    /// A device of the machine.
    case node(CaptureDeviceNode)
    /// Generated video.
    case testVideo
    /// A generated tone.
    case testAudio

    /// The identifiers of the test devices.
    static let testDevices: [String: CaptureDeviceSource] = [
        "sluice.test-video": .testVideo, "sluice.test-audio": .testAudio,
    ]

    var uniqueID: String {
        switch self {
        case .node(let node): node.identifier
        case .testVideo: "sluice.test-video"
        case .testAudio: "sluice.test-audio"
        }
    }

    var name: String {
        switch self {
        case .node(let node): node.name
        case .testVideo: "Test video"
        case .testAudio: "Test audio"
        }
    }

    var mediaType: AVMediaType {
        switch self {
        case .node(let node): node.kind == .camera ? .video : .audio
        case .testVideo: .video
        case .testAudio: .audio
        }
    }

    var deviceType: AVCaptureDevice.DeviceType {
        switch self {
        case .node(let node) where node.kind == .microphone: .microphone
        case .node(let node) where node.isBuiltIn: .builtInWideAngleCamera
        case .testAudio: .microphone
        case .node, .testVideo: .external
        }
    }

    /// Opens the device and returns its formats. Blocks for at most 15 s.
    func formats() throws -> [CaptureFormat] {
        switch self {
        case .node(let node):
            return try SeparateExecutor.wait { try await node.formats(pixelFormats: CaptureFormat.pixelFormats) }
        case .testVideo:
            let sizes = [(320, 180), (640, 360), (640, 480), (1280, 720), (1920, 1080)]
            return sizes.map { size in
                let size = PixelSize(width: size.0, height: size.1)
                return CaptureFormat(
                    .video(.raw, pixelFormat: "I420", size, rates: [DeviceValueRange(Ratio(1), Ratio(60))]))
            }
        case .testAudio:
            return [2, 1].map { CaptureFormat(.audio(rate: 48_000, channels: $0)) }
        }
    }
}
