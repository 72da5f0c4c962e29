import Foundation
import HLS
import HTTPServer
import Media
import StageKit
import Testing

@testable import HTTPStages

/// Hostile input over HTTP/2 neither stops the server nor makes it exceed its limits.
@Suite struct HTTP2LimitsTests {
    private typealias Frame = HTTP2Client.Frame

    private let enhanceYourCalm: UInt32 = 11

    @Test func invalidHTTP2EndsConnection() async throws {
        try await withStream { harness in
            let preface = HTTP2Client.preface
            let settings = Frame(type: Frame.settings).bytes
            for bytes in [
                Array("PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n".utf8), Array("PRI * HTTP/2.0".utf8) + [0, 1, 2, 3],
                preface + [UInt8](repeating: 0xFF, count: 4000),
                preface + Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
                // A frame longer than permitted, SETTINGS of a wrong length, a stream with a number reserved for the
                // server.
                preface + settings + Frame.header(1 << 20, Frame.data, 0, 1) + [UInt8](repeating: 0, count: 70_000),
                preface + Frame(type: Frame.settings, payload: [1, 2, 3]).bytes,
                preface + settings
                    + Frame(type: Frame.headers, flags: 5, stream: 2, payload: HTTP2Client.header("/")).bytes,
                // A header block that cannot be decompressed, and a missing CONTINUATION frame.
                preface + settings
                    + Frame(type: Frame.headers, flags: 5, stream: 1, payload: [0xFF, 0xFF, 0xFF]).bytes,
                preface + settings + Frame(type: Frame.headers, flags: 1, stream: 1, payload: [0x82]).bytes
                    + Frame(type: Frame.ping, payload: [UInt8](repeating: 0, count: 8)).bytes,
                preface + settings + Frame(type: Frame.windowUpdate, payload: [0, 0, 0, 0]).bytes,
            ] {
                let connection = try harness.connection()
                connection.send(bytes)
                #expect(connection.isClosed(), "\(bytes.dropFirst(24).prefix(40))")
            }
            try await harness.until { $0.connections == 0 }
        }
    }

    @Test func incompletePrefaceEndsOnlyItsConnection() async throws {
        try await withStream { harness in
            for count in [0, 1, 3, 13, 20] {
                let connection = try harness.connection()
                connection.send(Array(HTTP2Client.preface.prefix(count)))
                connection.endSending()
                #expect(connection.isClosed())
            }
        }
    }

    @Test func endlessHeadersAreRejected() async throws {
        try await withStream { harness in
            let client = HTTP2Client(try harness.connection())
            client.send(Frame(type: Frame.headers, flags: 1, stream: 1, payload: HTTP2Client.header("/live/")))
            let more = Frame(type: Frame.continuation, stream: 1, payload: [])
            var sent = 0
            while sent < 100_000, client.send(more) { sent += 1 }
            #expect(sent < 100_000)
            #expect(client.connection.isClosed())
        }
    }

    @Test func hpackExpansionIsLimited() async throws {
        try await withStream { harness in
            let client = HTTP2Client(try harness.connection())
            // A field of 4000 bytes enters the compression table and is then repeated with one byte each.
            let large = [0x40, 1] + Array("x".utf8) + [127, 0xA1, 30] + [UInt8](repeating: 0x61, count: 4000)
            let payload = HTTP2Client.header("/live/v/1.m4s") + large
            let bomb = payload + [UInt8](repeating: 0xBE, count: 16_000 - payload.count)
            let before = residentBytes
            for stream in stride(from: UInt32(1), to: 41, by: 2) {
                client.send(Frame(type: Frame.headers, flags: 5, stream: stream, payload: bomb))
            }
            #expect(client.connection.isClosed())
            #expect(residentBytes - before < 64 << 20)
        }
    }

    @Test func longHeaderIsRejectedAndNextRequestServed() async throws {
        try await withStream { harness in
            let address = "http://127.0.0.1:\(harness.server.port)/live/v/1.m4s"
            let flags = ["--http2-prior-knowledge", "--output", "/dev/null", "--write-out", "%{http_code}"]
            let long = (0..<5).flatMap { ["--header", "x-\($0): \(String(repeating: "x", count: 8000))"] }
            #expect(try await curl(flags + long + [address]).output == "431")
            let client = HTTP2Client(try harness.connection())
            let refused = client.ask("/live/v/1.m4s", (0..<101).map { ("x-\($0)", "x") })
            let next = client.ask("/live/v/1.m4s")
            let bodies = try client.bodies(of: [refused, next])
            #expect(bodies[refused] == Array("the header is too long\n".utf8) && bodies[next]?.count == 5000)
        }
    }

    @Test func incompleteRequestsShareConnectionLimit() async throws {
        try await withStream { harness in
            let client = HTTP2Client(try harness.connection())
            let long = String(repeating: "x", count: 4000)
            // No request ends until those that exceed the limit are answered.
            let streams = (0..<100).map { _ in
                client.ask("/live/v/1.m4s?\(long)", [("if-none-match", long)], flags: Frame.endHeaders)
            }
            for stream in streams { client.send(Frame(type: Frame.data, flags: Frame.endStream, stream: stream)) }
            let bodies = try client.bodies(of: streams)
            let refused = streams.count { bodies[$0] == Array("the header is too long\n".utf8) }
            #expect(refused > 80 && streams.count { bodies[$0]?.count == 5000 } == 100 - refused)
            let address = "/live/v/1.m4s?\(String(repeating: "x", count: 9000))"
            #expect(try harness.connection().get(address).status == 414)
            let asked = client.ask(address)
            #expect(try client.bodies(of: [asked])[asked] == Array("the request target is too long\n".utf8))
        }
    }

    @Test func unexpectedBodyIsDiscarded() async throws {
        try await withStream { harness in
            let client = HTTP2Client(try harness.connection())
            let stream = client.ask("/live/v/1.m4s", method: "PUT", flags: Frame.endHeaders)
            for _ in 0..<5 { client.send(Frame(stream: stream, 16_000)) }
            let reset = try client.frames { $0.type == Frame.reset }.last
            #expect(reset?.stream == stream && reset?.error == enhanceYourCalm)
            let small = client.ask("/live/v/1.m4s", method: "POST", flags: Frame.endHeaders)
            client.send(Frame(type: Frame.data, flags: Frame.endStream, stream: small, payload: [1, 2, 3]))
            // 405 is not in the static table; the one-line body is sufficient evidence here.
            #expect(try client.bodies(of: [small])[small]?.starts(with: "only GET".utf8) == true)
        }
    }

    /// The client cancels its requests, or makes the server reset them with an oversized window update.
    @Test(
        arguments: [(HTTP2Client.Frame.reset, 8), (HTTP2Client.Frame.windowUpdate, 0x7FFF_FFFF)] as [(UInt8, UInt32)])
    func uselessRequestsEndConnection(type: UInt8, value: UInt32) async throws {
        try await withStream { harness in
            let client = HTTP2Client(try harness.connection())
            var asked = 0
            while asked < 100_000 {
                let stream = client.ask("/live/v/media.m3u8?_HLS_msn=11&_HLS_part=2")
                let end = Frame(type: type, stream: stream, payload: Frame.bigEndian(value))
                guard client.send(end) else { break }
                asked += 1
            }
            #expect(asked < 100_000)
            try await harness.until { $0.heldRequests == 0 && $0.connections == 0 }
        }
    }

    @Test func unreadControlFramesEndConnection() async throws {
        try await withStream { harness in
            for frame in [
                Frame(type: Frame.ping, payload: [UInt8](repeating: 1, count: 8)), Frame(type: Frame.settings),
            ] {
                let before = residentBytes
                let client = HTTP2Client(try harness.connection(receiveBuffer: 4096))
                let block = [UInt8]([[UInt8]](repeating: frame.bytes, count: 1000).joined())
                var sent = 0
                while sent < 64 << 20, client.connection.send(block) { sent += block.count }
                #expect(sent < 64 << 20, "type \(frame.type)")
                #expect(residentBytes - before < 64 << 20)
            }
        }
    }

    @Test func prioritiesUseNoMemory() async throws {
        try await withStream { harness in
            let client = HTTP2Client(try harness.connection())
            let before = residentBytes
            for stream in stride(from: UInt32(1), to: 100_001, by: 2) {
                client.send(Frame(type: Frame.priority, stream: stream, payload: [0, 0, 0, 0, 7]))
            }
            #expect(try client.answersPing())
            #expect(residentBytes - before < 32 << 20)
        }
    }

    @Test func excessConcurrentRequestsAreRejected() async throws {
        try await withStream { harness in
            let client = HTTP2Client(try harness.connection())
            // Before the client has acknowledged the server's settings, excess streams are refused one by one.
            for _ in 0..<150 { client.ask("/live/v/media.m3u8?_HLS_msn=12") }
            let resets = try (0..<50).map { _ in try client.frames { $0.type == Frame.reset }.last }
            #expect(resets.allSatisfy { $0?.error == 7 }, "REFUSED_STREAM")
            try await harness.until { $0.heldRequests == 100 }
        }
    }

    @Test func heldRequestsAreLimited() async throws {
        try await withStream({ $0.connections = 16 }) { harness in
            let clients = try (0..<3).map { _ in HTTP2Client(try harness.connection()) }
            for client in clients { for _ in 0..<60 { client.ask("/live/v/media.m3u8?_HLS_msn=12") } }
            try await harness.until { $0.responses == 180 - 64 }
            #expect(harness.server.figures.heldRequests == 64)
        }
    }

    @Test func unreadResponseIsCancelledAlone() async throws {
        let harness = try ServerHarness { $0.timeouts.response = .seconds(1) }
        harness.put(.file("v/1.m4s", count: 5000))
        let client = HTTP2Client(try harness.connection(), settings: Frame.setting(4, 0))
        let stuck = client.ask("/live/v/1.m4s")
        let reset = try client.frames { $0.type == Frame.reset }.last
        #expect(reset?.stream == stuck && reset?.error == 8, "CANCEL")
        client.send(Frame(type: Frame.settings, payload: Frame.setting(4, 65_535)))
        let next = client.ask("/live/v/1.m4s")
        #expect(try client.bodies(of: [next])[next]?.count == 5000)
        await harness.stop()
    }

    @Test func nonReadingClientIsDisconnected() async throws {
        let harness = try ServerHarness {
            ($0.timeouts.response, $0.timeouts.minimumRate) = (.seconds(1), 1 << 40)
        }
        harness.put(.file("v/large.m4s", count: 8 << 20))
        let before = residentBytes
        let plain = try harness.connection(receiveBuffer: 4096)
        plain.ask("/live/v/large.m4s")
        let client = HTTP2Client(try harness.connection(receiveBuffer: 4096), settings: Frame.setting(4, 0x3FFF_FFFF))
        client.openWindow()
        for _ in 0..<100 { client.ask("/live/v/large.m4s") }
        // A client that reads nothing receives the responses of one turn at most; its other requests wait.
        try await harness.until { $0.responses > 2 }
        #expect(residentBytes - before < 32 << 20, "responses share their bytes")
        try await harness.until { $0.connections == 0 }
        #expect(harness.server.figures.responses <= 13)
        await harness.stop()
    }
}

extension HTTP2Client.Frame {
    /// A DATA frame of `count` bytes that does not end the stream.
    fileprivate init(stream: UInt32, _ count: Int) {
        self.init(type: Self.data, stream: stream, payload: [UInt8](repeating: 0, count: count))
    }
}
