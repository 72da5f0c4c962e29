import Foundation

@testable import HTTPServer
@testable import HTTPStages

/// An HTTP/2 connection that sends arbitrary frames, valid or not, and reads single frames.
final class HTTP2Client {
    struct Frame {
        var type: UInt8
        var flags: UInt8 = 0
        var stream: UInt32 = 0
        var payload: [UInt8] = []

        static let (data, headers, priority, reset): (UInt8, UInt8, UInt8, UInt8) = (0, 1, 2, 3)
        static let (settings, ping, goAway, windowUpdate, continuation): (UInt8, UInt8, UInt8, UInt8, UInt8) =
            (4, 6, 7, 8, 9)
        static let endStream: UInt8 = 1
        static let endHeaders: UInt8 = 4

        var endsStream: Bool { (type == Self.data || type == Self.headers) && flags & Self.endStream != 0 }
        /// The error code of RST_STREAM or GOAWAY.
        var error: UInt32? {
            switch type {
            case Self.reset where payload.count == 4: number(payload[...])
            case Self.goAway where payload.count >= 8: number(payload[4..<8])
            default: nil
            }
        }

        private func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

        var bytes: [UInt8] { Self.header(payload.count, type, flags, stream) + payload }

        /// Returns the header of a frame with this declared length.
        static func header(_ length: Int, _ type: UInt8, _ flags: UInt8, _ stream: UInt32) -> [UInt8] {
            [UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), type, flags]
                + bigEndian(stream)
        }

        static func setting(_ name: UInt8, _ value: UInt32) -> [UInt8] { [0, name] + bigEndian(value) }

        static func bigEndian(_ value: UInt32) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
        }
    }

    static let preface = HTTP2ProtocolHandler.preface

    let connection: TestConnection
    private var nextStream: UInt32 = 1

    /// Sends the preface and these settings.
    init(_ connection: TestConnection, settings: [UInt8] = []) {
        self.connection = connection
        connection.send(Self.preface + Frame(type: Frame.settings, payload: settings).bytes)
    }

    @discardableResult
    func send(_ frame: Frame) -> Bool { connection.send(frame.bytes) }

    /// Sends a request and returns its stream.
    @discardableResult
    func ask(
        _ path: String, method: String = "GET", _ fields: [(String, String)] = [], flags: UInt8 = 5
    ) -> UInt32 {
        defer { nextStream += 2 }
        send(Frame(type: Frame.headers, flags: flags, stream: nextStream, payload: Self.header(path, method, fields)))
        return nextStream
    }

    /// Returns the header of a request, as literal fields without indexing (RFC 7541 6.2.2).
    static func header(_ path: String, _ method: String = "GET", _ fields: [(String, String)] = []) -> [UInt8] {
        ([(":method", method), (":scheme", "http"), (":authority", "localhost"), (":path", path)] + fields)
            .flatMap { [0] + text($0.0) + text($0.1) }
    }

    private static func text(_ text: String) -> [UInt8] {
        var length = text.utf8.count
        guard length >= 127 else { return [UInt8(length)] + text.utf8 }
        var bytes: [UInt8] = [127]
        length -= 127
        while length >= 128 {
            bytes.append(UInt8(length & 127 | 128))
            length >>= 7
        }
        return bytes + [UInt8(length)] + text.utf8
    }

    /// Returns the next frame. Throws if the connection ends first.
    func frame() throws -> Frame {
        let header = try connection.bytes(9)
        let length = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
        return Frame(
            type: header[3], flags: header[4], stream: header[5...].reduce(0) { $0 << 8 | UInt32($1) },
            payload: try connection.bytes(length))
    }

    /// Returns the frames up to the first one that satisfies `isLast`.
    func frames(until isLast: (Frame) -> Bool) throws -> [Frame] {
        var frames = [try frame()]
        while !isLast(frames[frames.count - 1]) { frames.append(try frame()) }
        return frames
    }

    /// Reads the bodies of the streams until all of them have ended.
    func bodies(of streams: some Sequence<UInt32>) throws -> [UInt32: [UInt8]] {
        var bodies: [UInt32: [UInt8]] = [:]
        var open = Set(streams)
        while !open.isEmpty {
            let frame = try frame()
            if frame.type == Frame.data { bodies[frame.stream, default: []] += frame.payload }
            if frame.endsStream || frame.type == Frame.reset { open.remove(frame.stream) }
        }
        return bodies
    }

    /// Opens the connection's flow-control window.
    func openWindow() {
        send(Frame(type: Frame.windowUpdate, payload: Frame.bigEndian(0x3FFF_0000)))
    }

    /// Returns whether the server answers a PING.
    func answersPing() throws -> Bool {
        let payload = [UInt8](repeating: 7, count: 8)
        send(Frame(type: Frame.ping, payload: payload))
        return try frames { $0.type == Frame.ping }.last?.payload == payload
    }
}
