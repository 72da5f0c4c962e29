import Glibc
package import StageKit
import SystemFiles

/// A TCP or Unix socket that accepts connections.
package final class ListeningSocket {
    package struct Problem: Error { var message: String }

    /// Whether this is a Unix socket, which only this user can connect to.
    package let isLocal: Bool

    package let descriptor: Int32
    /// The bound port, even if port 0 was requested; 0 for a Unix socket.
    package let port: UInt16

    /// The address of the socket if the service manager may keep it; nil for a Unix socket.
    private let address: ListenAddress?
    /// The TLS certificate for accepted connections; nil for no encryption.
    private let certificate: TLSCertificate?

    /// Binds to an IP address and listens on it.
    package init(_ address: ListenAddress, _ certificate: TLSCertificate? = nil) throws(Problem) {
        self.certificate = certificate
        self.address = address
        isLocal = false
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, String(address.port), &hints, &found) == 0, let found else {
            throw Problem(message: "not an IP address")
        }
        defer { freeaddrinfo(found) }
        // A service manager that listens on this address keeps its socket across restarts of the process.
        let inherited = InheritedSockets.ofProcess
        if let file = inherited.listener(boundTo: found.pointee.ai_addr, length: found.pointee.ai_addrlen) {
            descriptor = file
            port = Self.port(of: file)
            KeptSockets.ofProcess?.add(file, host: address.host, port: UInt16(address.port), isInherited: true)
            return
        }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let file = socket(found.pointee.ai_family, kind, 0)
        guard file >= 0 else { throw Problem(message: String(cString: strerror(errno))) }
        var yes: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        // A long backlog, because all players of a live stream may connect at the moment when a part is published.
        guard bind(file, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0, Glibc.listen(file, 4096) == 0 else {
            let isInUse = errno == EADDRINUSE
            var problem = Problem(message: String(cString: strerror(errno)).lowercased())
            if isInUse, let holder = PortHolder.find(address.port) { problem.message += " by \(holder)" }
            close(file)
            throw problem
        }
        descriptor = file
        port = Self.port(of: file)
        KeptSockets.ofProcess?.add(file, host: address.host, port: UInt16(address.port), isInherited: false)
    }

    /// Binds to a path, replacing the socket of an earlier process, and listens on it. Only this user can connect.
    package init(path: String) throws(Problem) {
        certificate = nil
        self.address = nil
        (port, isLocal) = (0, true)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        // One byte is for the terminating zero.
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Problem(message: "the path of a socket is at most 107 bytes long")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard file >= 0 else { throw Problem(message: String(cString: strerror(errno)).lowercased()) }
        unlink(path)
        // Before `bind`, so that no other user can connect in between.
        let isBound =
            fchmod(file, 0o600) == 0
            && withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
        guard isBound, Glibc.listen(file, 128) == 0 else {
            let problem = Problem(message: String(cString: strerror(errno)).lowercased())
            close(file)
            throw problem
        }
        descriptor = file
    }

    deinit {
        close(descriptor)
        if let address { KeptSockets.ofProcess?.remove(host: address.host, port: UInt16(address.port)) }
    }

    /// Whether the last accept failed because the process or the system is out of descriptors or memory.
    private(set) var isOutOfFiles = false

    /// Returns the next connection; nil if none is pending or it cannot be accepted.
    func accept() -> ByteStream? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let file = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.accept(descriptor, $0, &length) }
        }
        isOutOfFiles = file < 0 && [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno)
        guard file >= 0 else { return nil }
        setNonBlocking(file)
        var yes: Int32 = 1
        setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        return ByteStream(file, certificate?.current, peer: Self.hash(of: address))
    }

    /// Returns the hash of an IP address without its port; 0 for other addresses.
    private static func hash(of address: sockaddr_storage) -> Int {
        var hasher = Hasher()
        withUnsafePointer(to: address) { pointer in
            switch Int32(address.ss_family) {
            case AF_INET:
                pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    hasher.combine($0.pointee.sin_addr.s_addr)
                }
            case AF_INET6:
                pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    withUnsafeBytes(of: $0.pointee.sin6_addr) { hasher.combine(bytes: $0) }
                }
            default: break
            }
        }
        return hasher.finalize()
    }

    private static func port(of file: Int32) -> UInt16 {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(file, $0, &length) }
            // The port has the same offset in sockaddr_in and sockaddr_in6.
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
    }
}

extension ListeningSocket {
    /// Returns a socket that listens on an IP address. Throws `unwritable-output` if the address cannot be used.
    package static func listen(on address: ListenAddress) throws(StageError) -> ListeningSocket {
        try listen(on: address, nil)
    }

    package static func listen(
        on address: ListenAddress, _ certificate: TLSCertificate?
    ) throws(StageError) -> ListeningSocket {
        do throws(Problem) {
            return try ListeningSocket(address, certificate)
        } catch {
            throw StageError(
                .unwritableOutput,
                "cannot listen on \(address.optionText): \(error.message); "
                    + "choose another address, or port 0 for a free one")
        }
    }

    /// Returns a Unix socket that only this user can connect to. Replaces the socket of an earlier process. Throws
    /// `unwritable-output` if the path cannot be used.
    package static func listen(atPath path: String) throws(StageError) -> ListeningSocket {
        do throws(Problem) {
            return try ListeningSocket(path: path)
        } catch {
            throw StageError(.unwritableOutput, "cannot listen on '\(path)': \(error.message)")
        }
    }
}
