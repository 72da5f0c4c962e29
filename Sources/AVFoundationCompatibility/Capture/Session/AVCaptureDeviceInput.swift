import Foundation
import GStreamerStages

/// The media of a device in a session.
open class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
    // Safe because its only property is a constant.

    /// The device.
    public let device: AVCaptureDevice

    /// An input of a device. Throws `deviceNotConnected` if it is disconnected, and
    /// `applicationIsNotAuthorizedToUseDevice` if the user of the process may not open it.
    public init(device: AVCaptureDevice) throws {
        guard device.isConnected else {
            throw AVError(.deviceNotConnected, "\(device) is disconnected; use another device")
        }
        if let node = device.node, !node.isReadable {
            let group = node.kind == .camera ? "video" : "audio"
            throw AVError(
                .applicationIsNotAuthorizedToUseDevice,
                "\(device) cannot be opened: permission denied; add the user to the group \(group)")
        }
        self.device = device
        super.init(mediaType: device.source.mediaType)
    }
}
