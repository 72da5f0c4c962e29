import Foundation
import GStreamerStages
import Synchronization

/// The devices of the machine, with one instance of each.
final class CaptureDeviceTable: Sendable {
    static let shared = CaptureDeviceTable()

    private struct State {
        var devices: [AVCaptureDevice] = []
        /// Devices that are found only by their identifiers.
        var unlisted: [String: AVCaptureDevice] = [:]
        var hasListed = false
        var monitor: DeviceNodeMonitor?
    }
    private let state = Mutex(State())

    /// The devices that are connected, in the order of the kernel.
    var devices: [AVCaptureDevice] {
        refresh()
        return state.withLock { $0.devices }
    }

    /// The device with an identifier; a camera also by the path of its device file.
    func device(_ uniqueID: String) -> AVCaptureDevice? {
        let connected = devices
        if let found = connected.first(where: { $0.uniqueID == uniqueID }) { return found }
        if let found = connected.first(where: { $0.isCamera(at: uniqueID) }) { return found }
        if let source = CaptureDeviceSource.testDevices[uniqueID] { return unlisted(source) }
        let isDefault = uniqueID == CaptureDeviceNode.defaultMicrophone.identifier
        guard isDefault, connected.contains(where: { $0.hasMediaType(.audio) }) else { return nil }
        return unlisted(.node(.defaultMicrophone))
    }

    /// The microphone that ALSA's configuration selects, or else the first one; nil if there is none.
    var defaultMicrophone: AVCaptureDevice? {
        let selected = device(CaptureDeviceNode.defaultMicrophone.identifier)
        if let selected, !selected.formats.isEmpty { return selected }
        return devices.first { $0.hasMediaType(.audio) }
    }

    /// Lists the devices again and posts notifications of the changes.
    func refresh() {
        let nodes = CaptureDeviceNode.all
        let (connected, disconnected) = state.withLock { state in
            let lost = state.devices.filter { device in !nodes.contains { device.source == .node($0) } }
            let known = Set(state.devices.map(\.source))
            let found = nodes.filter { !known.contains(.node($0)) }.map { AVCaptureDevice(.node($0)) }
            state.devices = nodes.compactMap { node in (state.devices + found).first { $0.source == .node(node) } }
            defer { state.hasListed = true }
            if state.monitor == nil { state.monitor = DeviceNodeMonitor { [weak self] in self?.refresh() } }
            return (state.hasListed ? found : [], lost)
        }
        for device in disconnected { device.disconnect() }
        for device in connected { CaptureNotifications.post(AVCaptureDevice.wasConnectedNotification, device) }
    }

    private func unlisted(_ source: CaptureDeviceSource) -> AVCaptureDevice {
        state.withLock { state in
            if let device = state.unlisted[source.uniqueID] { return device }
            let device = AVCaptureDevice(source)
            state.unlisted[source.uniqueID] = device
            return device
        }
    }
}

extension AVCaptureDevice {
    fileprivate func isCamera(at path: String) -> Bool {
        guard case .node(let node) = source else { return false }
        return node.kind == .camera && node.device == path
    }

    fileprivate func disconnect() {
        state.withLock { $0.isConnected = false }
        CaptureNotifications.post(AVCaptureDevice.wasDisconnectedNotification, self)
    }
}
