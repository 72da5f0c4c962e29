import Foundation
import Glibc
import Synchronization

/// An HTTP server that records posted bodies and answers as scripted: with a status, or never.
final class HookServer: Sendable {
    enum Reaction: Sendable { case status(Int), hang }

    struct Call: Sendable {
        var head: String
        var body: String
        func field(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]) ?? [:] }
    }

    private struct State {
        var calls: [Call] = []
        var open: [Int32] = []
    }

    let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    /// Starts the server; `reaction` receives the number of the call, from 0.
    init(_ reaction: @escaping @Sendable (Int) -> Reaction) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard bound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        let thread = Thread { [weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let server = self else { break }
                server.serve(client, reaction)
            }
        }
        thread.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        for client in state.withLock({ $0.open }) { close(client) }
    }

    var url: String { "http://127.0.0.1:\(port)/hook" }
    var calls: [Call] { state.withLock { $0.calls } }

    private func serve(_ client: Int32, _ reaction: (Int) -> Reaction) {
        guard let call = Self.read(client) else {
            close(client)
            return
        }
        let number = state.withLock { state in
            state.calls.append(call)
            return state.calls.count - 1
        }
        switch reaction(number) {
        case .hang: state.withLock { $0.open.append(client) }
        case .status(let status):
            let text = "HTTP/1.1 \(status) Scripted\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            _ = write(client, text, text.utf8.count)
            close(client)
        }
    }

    private static func read(_ client: Int32) -> Call? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(client, &buffer, buffer.count)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let call = Call(head: String(text[..<end.lowerBound]), body: String(text[end.upperBound...]))
            if call.body.utf8.count >= Int(call.field("Content-Length") ?? "0") ?? 0 { return call }
        }
    }
}
