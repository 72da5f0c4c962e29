import CGStreamer
import CGStreamerLibraries
import Glibc
import StageKit

/// A camera or microphone that the kernel lists. It has not been opened, so its formats are unknown.
package struct CaptureDeviceNode: Sendable, Hashable {
    /// The kind of a device.
    package enum Kind: Sendable, Hashable {
        case camera
        case microphone
    }

    package var kind: Kind
    /// The name that the driver reports.
    package var name: String
    /// The path of a camera, or the ALSA name of a microphone.
    package var device: String
    /// A name that the device has again when it is reconnected: the path of a camera's link in `/dev/v4l/by-id` if it
    /// has one, otherwise ``device``.
    package var identifier: String
    /// Whether the device is part of the machine: not a virtual device, and not connected by a removable USB cable.
    package var isBuiltIn: Bool

    /// The device that ALSA's configuration selects, such as the one of a sound server.
    package static let defaultMicrophone = CaptureDeviceNode(
        kind: .microphone, name: "Default", device: "default", identifier: "default", isBuiltIn: true)

    /// Whether the user may open the device; true if it does not exist.
    package var isReadable: Bool { DeviceNodes.isReadable(self) }

    /// Returns why a device cannot exist on this machine, such as `there is no camera /dev/video0`; nil if it may.
    package static func absence(of device: String, _ kind: Kind) -> String? { DeviceNodes.absence(of: device, kind) }

    /// Opens the device and returns its formats. Throws `device-busy` if another program uses it.
    ///
    /// Raw video formats are limited to those with the GStreamer names in `pixelFormats`.
    package func formats(pixelFormats: Set<String>) async throws -> [CaptureFormat] {
        let context = StageContext(stageName: "devices")
        switch kind {
        case .camera:
            try DeviceNodes.checkCamera(device)
            let found = try await DeviceProbe.query(
                "v4l2src", device: device, subject: "the camera \(device)", context: context)
            return CaptureFormat.video(found.streams, pixelFormats: pixelFormats)
        case .microphone:
            try DeviceNodes.checkMicrophones(device)
            let found = try await DeviceProbe.query(
                "alsasrc", device: device, subject: "the microphone \(device)", context: context)
            return CaptureFormat.audio(found.streams)
        }
    }

    /// The cameras and microphones, in the order of the kernel.
    package static var all: [CaptureDeviceNode] { cameras + microphones }

    /// The directory with links to cameras by manufacturer, product and serial number.
    private static let linkFolder = "/dev/v4l/by-id"

    private static var cameras: [CaptureDeviceNode] {
        let nodes = DeviceNodes.cameras()
        guard !nodes.isEmpty else { return [] }
        let links = links()
        // Devices that only play video, or deliver other data, are not cameras.
        return nodes.filter { sluice_v4l2_kind($0.device) != SLUICE_V4L2_OTHER }.map { node in
            CaptureDeviceNode(
                kind: .camera, name: node.name, device: node.device, identifier: links[node.device] ?? node.device,
                isBuiltIn: isBuiltIn("/sys/class/video4linux/\(node.device.dropFirst("/dev/".count))/device"))
        }
    }

    private static var microphones: [CaptureDeviceNode] {
        DeviceNodes.microphones().map { node in
            // The kernel links the short name of a card to the folder of its number, such as card0.
            let card = resolved("/proc/asound/\(node.id)")?.split(separator: "/").last ?? "none"
            return CaptureDeviceNode(
                kind: .microphone, name: node.name, device: node.device, identifier: node.device,
                isBuiltIn: isBuiltIn("/sys/class/sound/\(card)/device"))
        }
    }

    /// The paths of links by the path of the device.
    private static func links() -> [String: String] {
        var result: [String: String] = [:]
        for name in DeviceNodes.entries(linkFolder).sorted() {
            guard let target = resolved("\(linkFolder)/\(name)"), result[target] == nil else { continue }
            result[target] = "\(linkFolder)/\(name)"
        }
        return result
    }

    private static func isBuiltIn(_ path: String) -> Bool {
        guard let path = resolved(path), !path.hasPrefix("/sys/devices/virtual/") else { return false }
        guard path.contains("/usb") else { return true }
        // The device is an interface of a USB device, which states whether its port is accessible.
        return DeviceNodes.line("\(path)/../removable") == "fixed"
    }

    private static func resolved(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
