import Glibc

/// The journal of systemd, through its native socket.
package final class SystemJournal: LogDestination {
    /// The socket of the journal.
    package static let path = "/run/systemd/journal/socket"
    private let socket: Int32
    private let path: String
    private let fallback: any LogDestination

    /// Opens a socket to the journal. Events that cannot be sent go to `fallback`, for example while the journal does
    /// not run.
    package init(path: String = SystemJournal.path, fallback: any LogDestination) {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        (self.path, self.fallback) = (path, fallback)
    }

    deinit { if socket >= 0 { close(socket) } }

    package func write(_ event: LogEvent) {
        if !send(JournalDatagram.bytes(event)) { fallback.write(event) }
    }

    /// Sends a datagram; returns false if the journal does not accept it.
    private func send(_ bytes: [UInt8]) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        guard socket >= 0, name.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, size) == bytes.count
            }
        }
    }

    /// Whether a descriptor is connected to the journal, according to the variable `JOURNAL_STREAM` of a service.
    package static func receives(_ descriptor: Int32, environment: [String: String]) -> Bool {
        guard let stream = environment["JOURNAL_STREAM"] else { return false }
        var status = stat()
        return fstat(descriptor, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
    }
}
