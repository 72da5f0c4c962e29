import Dispatch
import Glibc
import Synchronization

/// Calls a handler after device files have appeared, disappeared or changed their permissions.
package final class DeviceNodeMonitor: @unchecked Sendable {
    // Safe because the source is only cancelled, which is allowed from any thread, and its handlers run on one queue.
    private let source: any DispatchSourceRead

    /// The folders with device files and with links to them. A folder may appear later.
    private static let folders = ["/dev", "/dev/snd", "/dev/v4l", "/dev/v4l/by-id"]
    /// The beginnings of the names of devices and of folders with devices.
    private static let names = ["video", "snd", "v4l", "by-id", "pcm", "control", "usb-"]
    /// The time within which several changes are reported together.
    private static let settling = DispatchTimeInterval.milliseconds(200)

    /// Starts to monitor. Returns nil if the system has no inotify instances left.
    package init?(_ handler: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let queue = DispatchQueue(label: "device-nodes")
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        Self.watch(descriptor)
        let pending = PendingReport()
        source.setEventHandler {
            guard Self.hasRelevantEvents(descriptor) else { return }
            Self.watch(descriptor)
            guard pending.begin() else { return }
            queue.asyncAfter(deadline: .now() + Self.settling) {
                pending.end()
                handler()
            }
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Watches the folders that exist. Watching a folder again has no effect.
    private static func watch(_ descriptor: CInt) {
        let mask = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM)
        for folder in folders { inotify_add_watch(descriptor, folder, mask) }
    }

    /// Reads all events. Returns whether one of them concerns a device.
    private static func hasRelevantEvents(_ descriptor: CInt) -> Bool {
        var (isRelevant, buffer) = (false, [UInt8](repeating: 0, count: 8192))
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return isRelevant }
            isRelevant = isRelevant || hasRelevantEvent(buffer.prefix(count))
        }
    }

    private static func hasRelevantEvent(_ bytes: ArraySlice<UInt8>) -> Bool {
        // A watch descriptor, a mask, a cookie and the length of the name, 32 bits each; then the name, padded by zeros.
        var rest = bytes
        while rest.count >= 16 {
            let length = rest.dropFirst(12).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: rest.dropFirst(16).prefix(length).prefix { $0 != 0 }, as: UTF8.self)
            // An event without a name concerns a folder, or reports that events were lost.
            if name.isEmpty || names.contains(where: name.hasPrefix) { return true }
            rest = rest.dropFirst(16 + length)
        }
        return false
    }
}

/// Whether a report is scheduled.
private final class PendingReport: Sendable {
    private let isPending = Mutex(false)

    /// Returns whether no report was scheduled.
    func begin() -> Bool {
        isPending.withLock { isPending in
            defer { isPending = true }
            return !isPending
        }
    }
    func end() { isPending.withLock { $0 = false } }
}
