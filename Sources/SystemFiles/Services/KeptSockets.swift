import Glibc
import Synchronization

/// The listening sockets that the service manager keeps while the process is replaced (FDSTORE in sd_notify(3)).
///
/// The next process inherits them, so that connections wait instead of being refused. Service managers ignore the
/// messages unless the unit sets `FileDescriptorStoreMax`.
package final class KeptSockets: Sendable {
    /// The sockets of this process; nil without a service manager.
    package static let ofProcess = getenv("NOTIFY_SOCKET").flatMap {
        NotificationSocket(path: String(cString: $0)).map { KeptSockets($0, inherited: .ofProcess) }
    }

    private static let prefix = "sluice-"

    private struct State {
        /// The names of the sockets that are kept and in use.
        var names: Set<String> = []
        var isEnding = false
    }

    private let manager: NotificationSocket
    private let inherited: InheritedSockets
    private let state = Mutex(State())

    package init(_ manager: NotificationSocket, inherited: InheritedSockets) {
        (self.manager, self.inherited) = (manager, inherited)
    }

    /// Returns the name of the socket that listens on an address. Names have no colons (sd_listen_fds(3)).
    private static func name(host: String, port: UInt16) -> String {
        prefix + host.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" } + "-\(port)"
    }

    /// Passes a listening socket to the service manager, unless it is inherited. Port 0 is not kept, since the next
    /// process would not find it.
    package func add(_ descriptor: Int32, host: String, port: UInt16, isInherited: Bool) {
        guard port != 0 else { return }
        let name = Self.name(host: host, port: port)
        guard !isInherited || inherited.sockets.contains(where: { $0.name == name }) else { return }
        state.withLock { _ = $0.names.insert(name) }
        if !isInherited { manager.notify("FDSTORE=1\nFDNAME=\(name)", with: descriptor) }
    }

    /// Releases the socket of a closed listener, unless the process ends. Later connections are refused.
    package func remove(host: String, port: UInt16) {
        let name = Self.name(host: host, port: port)
        let isKept = state.withLock { state in state.isEnding || state.names.remove(name) == nil }
        if !isKept { release(name) }
    }

    /// Keeps the sockets of listeners that are closed from now on, since the process ends.
    package func keepAll() { state.withLock { $0.isEnding = true } }

    /// Releases the sockets of an earlier process that no listener uses.
    package func removeUnused() {
        let (used, isEnding) = state.withLock { ($0.names, $0.isEnding) }
        guard !isEnding else { return }
        let names = Set(inherited.sockets.map(\.name)).filter { $0.hasPrefix(Self.prefix) && !used.contains($0) }
        for name in names { release(name) }
    }

    private func release(_ name: String) {
        inherited.close(name)
        manager.notify("FDSTOREREMOVE=1\nFDNAME=\(name)")
    }
}
