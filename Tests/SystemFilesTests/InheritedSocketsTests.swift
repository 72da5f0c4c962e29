import Foundation
import Glibc
import SystemFiles
import Testing

struct InheritedSocketsTests {
    /// A TCP socket on a free port of the loopback interface.
    private func boundSocket(listens: Bool) throws -> (descriptor: Int32, address: sockaddr_in) {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(file >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(file, $0, length)
                _ = getsockname(file, $0, &length)
            }
        }
        if listens { try #require(listen(file, 8) == 0) }
        return (file, address)
    }

    private func table(_ descriptor: Int32, process: String = "7", count: String = "1") -> InheritedSockets {
        let variables = ["LISTEN_PID": process, "LISTEN_FDS": count, "LISTEN_FDNAMES": "web:other"]
        return InheritedSockets(processID: 7, first: descriptor) { variables[$0] }
    }

    private func listener(_ sockets: InheritedSockets, _ address: sockaddr_in) -> Int32? {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sockets.listener(boundTo: $0, length: socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    @Test func listenerIsFoundByItsAddressEachTime() throws {
        let (file, address) = try boundSocket(listens: true)
        defer { close(file) }
        let sockets = table(file)
        #expect(sockets.sockets.map(\.descriptor) == [file] && sockets.sockets.map(\.name) == ["web"])
        for _ in 0..<2 {
            let copy = try #require(listener(sockets, address))
            #expect(copy != file && fcntl(copy, F_GETFL) & O_NONBLOCK != 0 && fcntl(copy, F_GETFD) == FD_CLOEXEC)
            close(copy)
        }
        var other = address
        other.sin_port = address.sin_port ^ 0x0100
        #expect(listener(sockets, other) == nil)
        other = address
        other.sin_addr.s_addr = 0
        #expect(listener(sockets, other) == nil)
    }

    @Test func socketsAreKeptUntilTheirListenerCloses() throws {
        let (file, _) = try boundSocket(listens: true)
        let folder = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID().uuidString)").path
        let manager = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer {
            close(manager)
            unlink(folder)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(folder.utf8)) }
        let isBound = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(manager, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isBound)
        func message() -> String {
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = recv(manager, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        }
        let variables = ["LISTEN_PID": "7", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "sluice-0.0.0.0-443"]
        let inherited = InheritedSockets(processID: 7, first: file) { variables[$0] }
        let kept = KeptSockets(try #require(NotificationSocket(path: folder)), inherited: inherited)
        kept.add(1, host: "::1", port: 8080, isInherited: false)
        #expect(message() == "FDSTORE=1\nFDNAME=sluice---1-8080")
        // A free port is not found again.
        kept.add(1, host: "127.0.0.1", port: 0, isInherited: false)
        #expect(message() == "")
        kept.remove(host: "::1", port: 8080)
        #expect(message() == "FDSTOREREMOVE=1\nFDNAME=sluice---1-8080")
        // No pipeline listens on the address of the earlier process.
        kept.removeUnused()
        #expect(message() == "FDSTOREREMOVE=1\nFDNAME=sluice-0.0.0.0-443")
        #expect(inherited.sockets.isEmpty && fcntl(file, F_GETFD) < 0)
        // The process ends: the next one inherits its sockets.
        kept.add(1, host: "::1", port: 8080, isInherited: false)
        _ = message()
        kept.keepAll()
        kept.remove(host: "::1", port: 8080)
        #expect(message() == "")
    }

    @Test func socketThatDoesNotListenIsIgnored() throws {
        let (file, address) = try boundSocket(listens: false)
        defer { close(file) }
        #expect(listener(table(file), address) == nil)
    }

    @Test func variablesForAnotherProcessAreIgnored() throws {
        let (file, _) = try boundSocket(listens: true)
        defer { close(file) }
        #expect(table(file, process: "8").sockets.isEmpty)
        for count in ["0", "-1", "99999999", "x"] { #expect(table(file, count: count).sockets.isEmpty) }
    }
}
