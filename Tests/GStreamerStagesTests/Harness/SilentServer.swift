import Dispatch
import Glibc
import StageKit

/// A server on the loopback interface that accepts connections and never answers.
final class SilentServer: Sendable {
    private let descriptor: Int32
    let port: UInt16

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = descriptor
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && listen(socket, 4) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard bound else { throw StageError(.elementFailed, "no free port") }
        port = address.sin_port.bigEndian
    }

    deinit { close(descriptor) }

    /// A port that is free when the server has been released.
    var freePort: UInt16 { port }

    /// Waits for a connection, which stays open.
    func accept() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [descriptor] in
                _ = Glibc.accept(descriptor, nil, nil)
                continuation.resume()
            }
        }
    }
}
