package import Glibc
import Synchronization

/// The sockets that a service manager passed to the process (sd_listen_fds(3)).
package final class InheritedSockets: Sendable {
    /// A socket with the name that `LISTEN_FDNAMES` gives it.
    package struct Socket: Sendable, Hashable {
        package var descriptor: Int32
        package var name: String
    }

    /// The first descriptor of a service manager.
    private static let first: Int32 = 3
    /// The maximum number of sockets.
    private static let limit: Int32 = 1024

    /// The sockets of this process, read from its environment at the first use.
    package static let ofProcess = InheritedSockets(
        processID: getpid(), first: first, variable: { name in getenv(name).map { String(cString: $0) } })

    private let open: Mutex<[Socket]>
    /// All sockets. They stay open, so that a listener that is opened again uses the same one.
    package var sockets: [Socket] { open.withLock { $0 } }

    /// Creates the table from the variables `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES`. It is empty if they are
    /// meant for another process.
    package init(processID: Int32, first: Int32, variable: (String) -> String?) {
        guard variable("LISTEN_PID").flatMap({ Int32($0) }) == processID,
            let count = variable("LISTEN_FDS").flatMap({ Int32($0) }), (1...Self.limit).contains(count)
        else {
            open = Mutex([])
            return
        }
        let names = (variable("LISTEN_FDNAMES") ?? "").split(separator: ":", omittingEmptySubsequences: false)
        let sockets = (0..<count).compactMap { index -> Socket? in
            let descriptor = first + index
            // Programs that this process starts do not inherit the socket.
            guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { return nil }
            return Socket(descriptor: descriptor, name: Int(index) < names.count ? String(names[Int(index)]) : "")
        }
        open = Mutex(sockets)
    }

    /// Returns a new descriptor of the listening stream socket that is bound to an address; nil without one.
    package func listener(boundTo address: UnsafePointer<sockaddr>, length: socklen_t) -> Int32? {
        let found = sockets.first { socket in
            Self.isListening(socket.descriptor) && Self.name(of: socket.descriptor) == Self.name(address, length)
        }
        guard let found else { return nil }
        let copy = fcntl(found.descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        _ = fcntl(copy, F_SETFL, fcntl(copy, F_GETFL) | O_NONBLOCK)
        return copy
    }

    /// Closes the sockets of a name. Listeners that use a copy continue.
    func close(_ name: String) {
        open.withLock { sockets in
            for socket in sockets where socket.name == name { Glibc.close(socket.descriptor) }
            sockets.removeAll { $0.name == name }
        }
    }

    private static func isListening(_ descriptor: Int32) -> Bool {
        var isListening: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0 && isListening != 0
    }

    private static func name(of descriptor: Int32) -> [UInt8]? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                getsockname(descriptor, pointer, &length) == 0 ? name(pointer, length) : nil
            }
        }
    }

    /// The family, the port and the address of a socket address, without padding and flow information.
    private static func name(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> [UInt8]? {
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(length))
        switch Int32(address.pointee.sa_family) {
        case AF_INET where bytes.count >= 8: return Array(bytes[..<8])
        case AF_INET6 where bytes.count >= 24: return Array(bytes[..<4]) + Array(bytes[8..<24])
        default: return nil
        }
    }
}
