import GStreamerStages

extension AVCaptureDevice {
    /// Whether the user of the process may open devices of a media type: `authorized` if at least one device file may be
    /// opened, or if there is none; otherwise `denied`.
    public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        let nodes = CaptureDeviceTable.shared.devices.filter { $0.hasMediaType(mediaType) }.compactMap(\.node)
        return nodes.isEmpty || nodes.contains(where: \.isReadable) ? .authorized : .denied
    }

    /// Calls `handler` with whether devices of a media type may be opened. Linux does not ask the user.
    public class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        CaptureNotifications.queue.async { handler(authorizationStatus(for: mediaType) == .authorized) }
    }

    /// Returns whether devices of a media type may be opened. Linux does not ask the user.
    public class func requestAccess(for mediaType: AVMediaType) async -> Bool {
        authorizationStatus(for: mediaType) == .authorized
    }

    /// The device as the kernel lists it; nil for test devices.
    var node: CaptureDeviceNode? {
        guard case .node(let node) = source else { return nil }
        return node
    }
}
