import Glibc

/// The socket of the service manager that started the process. It receives the state as datagrams (sd_notify(3)).
package struct NotificationSocket: Sendable {
    /// The path of a Unix socket, or the name of an abstract one after `@`.
    private let path: String

    /// Creates the sender for a socket; nil if the path is neither absolute nor an abstract name, or is too long.
    package init?(path: String) {
        guard path.hasPrefix("/") || path.hasPrefix("@"), (2..<Self.maximumLength).contains(path.utf8.count) else {
            return nil
        }
        self.path = path
    }

    /// Sends assignments such as `READY=1`, one per line. Returns whether they were sent.
    @discardableResult
    package func notify(_ text: String) -> Bool {
        let file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard file >= 0 else { return false }
        defer { close(file) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let length = fill(&address)
        let bytes = Array(text.utf8)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(file, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length) == bytes.count
            }
        }
    }

    /// Sets the path of the address; returns the address's length.
    private func fill(_ address: inout sockaddr_un) -> socklen_t {
        var bytes = Array(path.utf8)
        // An abstract name begins with a zero byte and has no terminator.
        let isAbstract = bytes[0] == UInt8(ascii: "@")
        if isAbstract { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        return socklen_t(offset + bytes.count + (isAbstract ? 0 : 1))
    }

    private static let maximumLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
}
