import Foundation

/// A client connection that sends arbitrary bytes and reads responses in order.
final class TestConnection {
    struct Response {
        var status: Int
        /// The header fields, by lower-case name.
        var fields: [String: String]
        var body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    struct Failure: Error { var what: String }

    let descriptor: Int32
    private var read: [UInt8] = []

    init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(what: "connect: \(errno)") }
    }

    deinit { close(descriptor) }

    /// Sends bytes. Returns false if the peer no longer accepts them.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    func ask(_ path: String, method: String = "GET", _ fields: [String] = []) {
        send((["\(method) \(path) HTTP/1.1", "Host: localhost"] + fields).joined(separator: "\r\n") + "\r\n\r\n")
    }

    func get(_ path: String, method: String = "GET", _ fields: [String] = []) throws -> Response {
        ask(path, method: method, fields)
        return try response(hasBody: method != "HEAD")
    }

    /// Closes the sending side; earlier requests must still be answered.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Returns the next response. Throws if the connection ends first.
    func response(hasBody: Bool = true) throws -> Response {
        var header = try receiveUntil { Self.end(of: $0) }
        header.removeLast(4)
        var lines = String(decoding: header, as: UTF8.self).components(separatedBy: "\r\n")
        let status = lines.removeFirst().split(separator: " ")
        guard status.count >= 2, let code = Int(status[1]) else { throw Failure(what: "no status line: \(status)") }
        var fields: [String: String] = [:]
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[parts[0].lowercased()] = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        let length = Int(fields["content-length"] ?? "0") ?? 0
        let isEmpty = !hasBody || code == 304 || code == 204
        let body = try receiveUntil { isEmpty ? 0 : $0.count >= length ? length : nil }
        return Response(status: code, fields: fields, body: body)
    }

    /// Returns the next chunk of a chunked response, after its header if `isFirst`; nil at the end.
    func nextChunk(isFirst: Bool = false) throws -> [UInt8]? {
        if isFirst {
            let header = String(decoding: try receiveUntil { Self.end(of: $0) }, as: UTF8.self)
            guard header.hasPrefix("HTTP/1.1 200 "), header.contains("\r\nTransfer-Encoding: chunked\r\n") else {
                throw Failure(what: "not a chunked response: \(header)")
            }
        }
        let line = try receiveUntil { bytes in bytes.firstIndex(of: 0x0A).map { $0 - bytes.startIndex + 1 } }
        guard let count = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16) else {
            throw Failure(what: "no chunk length")
        }
        let chunk = try receiveUntil { $0.count >= count + 2 ? count + 2 : nil }
        return count == 0 ? nil : Array(chunk.dropLast(2))
    }

    /// Returns whether the peer closes the connection, after any remaining data.
    func isClosed() -> Bool {
        while true {
            switch receive() {
            case 0: return true
            case ..<0: return errno == ECONNRESET || errno == EPIPE
            default: read.removeAll()
            }
        }
    }

    /// Returns the next `count` bytes. Throws if the connection ends first.
    func bytes(_ count: Int) throws -> [UInt8] { try receiveUntil { $0.count >= count ? count : nil } }

    private func receiveUntil(_ end: ([UInt8]) -> Int?) throws -> [UInt8] {
        while true {
            if let count = end(read) {
                defer { read.removeFirst(count) }
                return Array(read.prefix(count))
            }
            guard receive() > 0 else { throw Failure(what: "it ended or was silent, \(read.count) bytes unread") }
        }
    }

    private func receive() -> Int {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { read += buffer.prefix(count) }
        return count
    }

    private static func end(of bytes: [UInt8]) -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        guard bytes.count >= 4 else { return nil }
        return bytes.indices.dropLast(3).first { bytes[$0] == 13 && Array(bytes[$0..<($0 + 4)]) == mark }.map { $0 + 4 }
    }
}
