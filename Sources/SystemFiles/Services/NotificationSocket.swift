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
    ///
    /// `descriptor` is passed with the text; the service manager receives a duplicate.
    @discardableResult
    package func notify(_ text: String, with descriptor: Int32? = nil) -> Bool {
        let file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard file >= 0 else { return false }
        defer { close(file) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let length = fill(&address)
        var bytes = Array(text.utf8)
        var control = descriptor.map(Self.rights) ?? []
        return withUnsafeMutablePointer(to: &address) { pointer in
            bytes.withUnsafeMutableBytes { bytes in
                control.withUnsafeMutableBytes { control in
                    var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                    return withUnsafeMutablePointer(to: &part) { part in
                        var message = msghdr()
                        (message.msg_name, message.msg_namelen) = (UnsafeMutableRawPointer(pointer), length)
                        (message.msg_iov, message.msg_iovlen) = (part, 1)
                        if !control.isEmpty {
                            (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
                        }
                        return sendmsg(file, &message, Int32(MSG_NOSIGNAL)) == bytes.count
                    }
                }
            }
        }
    }

    /// Returns a control message that passes a descriptor: length, level, type, descriptor, and padding to eight bytes.
    private static func rights(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        withUnsafeBytes(of: MemoryLayout<cmsghdr>.size + MemoryLayout<Int32>.size) { bytes += $0 }
        for number in [SOL_SOCKET, Int32(SCM_RIGHTS), descriptor, 0] {
            withUnsafeBytes(of: number) { bytes += $0 }
        }
        return bytes
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
