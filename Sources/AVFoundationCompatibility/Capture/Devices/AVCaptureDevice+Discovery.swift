public import Foundation
import GStreamerStages

extension AVCaptureDevice {
    /// The usual device for a media type: the first camera, or the microphone that ALSA's configuration selects. Nil if
    /// the machine has none.
    public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        switch mediaType {
        case .video, .muxed: CaptureDeviceTable.shared.devices.first { $0.hasMediaType(.video) }
        case .audio: CaptureDeviceTable.shared.defaultMicrophone
        default: nil
        }
    }

    /// The first device of a kind, for a media type and at a position; nil if there is none.
    public class func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        if deviceType.current == .microphone, mediaType ?? .audio == .audio, position == .unspecified {
            return CaptureDeviceTable.shared.defaultMicrophone
        }
        return DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position).devices.first
    }

    /// The devices that are connected.
    @available(*, deprecated, message: "use AVCaptureDevice.DiscoverySession")
    public class func devices() -> [AVCaptureDevice] { CaptureDeviceTable.shared.devices }

    /// The devices that are connected and capture media of a type.
    @available(*, deprecated, message: "use AVCaptureDevice.DiscoverySession")
    public class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
        CaptureDeviceTable.shared.devices.filter { $0.hasMediaType(mediaType) }
    }

    /// A search for devices by kind, media type and position.
    public final class DiscoverySession: NSObject, Sendable {
        private let deviceTypes: [DeviceType]
        private let mediaType: AVMediaType?
        private let position: Position

        /// A search for devices of these kinds; nil for any media type.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            self.deviceTypes = deviceTypes.map(\.current)
            self.mediaType = mediaType
            self.position = position
        }

        /// The devices that are connected now, in the order of the kinds.
        public var devices: [AVCaptureDevice] {
            let found = CaptureDeviceTable.shared.devices.filter { device in
                mediaType.map(device.hasMediaType) ?? true
                    && (position == .unspecified || device.position == position)
            }
            return deviceTypes.flatMap { type in found.filter { $0.deviceType == type } }
        }
    }
}
