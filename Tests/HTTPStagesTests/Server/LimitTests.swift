import Foundation
import HLS
import HTTPServer
import Media
import StageKit
import Testing

@testable import HTTPStages

/// Hostile input neither stops the server nor makes it exceed its limits.
@Suite struct LimitTests {
    @Test func onlyStoredResourcesAreServed() async throws {
        try await withStream { harness in
            for path in [
                "/../../../../etc/passwd", "/live/../../../etc/passwd", "/live/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
                "/live/..%2f..%2f..%2fetc%2fpasswd", "/live/v/..%5c..%5cetc", "//etc/passwd", "/%00",
                "/live/v/1.m4s%00",
                "/live//etc/passwd", "http://localhost/../etc/passwd", "/live/v/\u{FF}", "*",
            ] {
                let response = try harness.connection().get(path)
                #expect([400, 404].contains(response.status), "\(path)")
                #expect(!response.text.contains("root:"), "\(path)")
            }
        }
    }

    @Test func excessiveRangesAreClamped() async throws {
        try await withStream { harness in
            let connection = try harness.connection()
            for (range, status, count) in [
                (String(repeating: "0-,", count: 7000) + "0-", 200, 5000),
                ("99999999999999999999-99999999999999999999", 416, 0), ("-99999999999999999999", 206, 5000),
                ("0-18446744073709551615", 206, 5000), ("5000-", 416, 0), ("4999-1", 200, 5000),
            ] {
                let response = try connection.get("/live/v/1.m4s", ["Range: bytes=\(range)"])
                #expect(response.status == status, "\(range.prefix(60))")
                #expect(count == 0 || response.body.count == count, "\(range.prefix(60))")
            }
        }
    }

    @Test func garbageEndsOnlyItsConnection() async throws {
        try await withStream { harness in
            let other = try harness.connection()
            #expect(try other.get("/live/v/1.m4s").status == 200)
            let pipelined = try harness.connection()
            pipelined.send("GET /live/v/1.m4s HTTP/1.1\r\nHost: a\r\n\r\n\u{0}\u{1}\u{2} garbage\r\n\r\nGET")
            #expect(try pipelined.response().body.count == 5000)
            pipelined.endSending()
            #expect(pipelined.isClosed())
            for bytes in [
                [UInt8](repeating: 0, count: 4000), Array("\r\n\r\n\r\n\r\n".utf8), Array("GET\r\n\r\n".utf8),
                Array("GET / HTTP/9.9\r\n\r\n".utf8), Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8),
                Array("GET /live/ HTTP/1.1\r\nHost: [\r\n\r\n".utf8), Array("GET / HTTP/1.1\r\n\r\n".utf8),
                Array("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n".utf8),
                // The start of a TLS handshake.
                [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3] + [UInt8](repeating: 7, count: 500),
            ] {
                let connection = try harness.connection()
                connection.send(bytes)
                connection.endSending()
                #expect(connection.isClosed())
            }
            #expect(try other.get("/live/v/1.m4s").status == 200)
        }
    }

    @Test func endlessHeaderIsRejected() async throws {
        try await withStream { harness in
            let connection = try harness.connection()
            connection.send("GET /live/v/1.m4s HTTP/1.1\r\nHost: a\r\n")
            let line = "X-Flood: \(String(repeating: "x", count: 8000))\r\n"
            var sent = 0
            while sent < 64 << 20, connection.send(line) { sent += line.utf8.count }
            #expect(sent < 64 << 20)
        }
    }

    @Test func unexpectedBodyIsDiscarded() async throws {
        try await withStream { harness in
            for header in ["Content-Length: 9000000000", "Transfer-Encoding: chunked"] {
                let connection = try harness.connection()
                connection.ask("/live/v/1.m4s", method: "PUT", [header])
                let block = "10000\r\n" + String(repeating: "x", count: 0x10000) + "\r\n"
                var sent = 0
                while sent < 64 << 20, connection.send(block) { sent += block.utf8.count }
                #expect(sent < 64 << 20, "\(header)")
            }
            let small = try harness.connection()
            small.ask("/live/v/1.m4s", method: "POST", ["Content-Length: 3"])
            small.send("abc")
            #expect(try small.response().status == 405)
        }
    }

    @Test func slowReadersShareBytes() async throws {
        try await withStream { harness in
            let count = 4 << 20
            harness.put(.file("v/large.m4s", count: count))
            let before = residentBytes
            let slow = try (0..<40).map { _ in try harness.connection(receiveBuffer: 4096) }
            for connection in slow { connection.ask("/live/v/large.m4s") }
            try await harness.until { $0.responses == 40 }
            #expect(try harness.connection().get("/live/v/1.m4s").body.count == 5000)
            #expect(residentBytes - before < 10 * count, "forty clients must not cause forty copies")
            // The responses are complete.
            #expect(try slow[0].response().body.count == count)
        }
    }

    @Test func halfClosedConnectionReceivesResponse() async throws {
        try await withStream { harness in
            let connection = try harness.connection()
            connection.ask("/live/v/1.m4s")
            connection.endSending()
            #expect(try connection.response().body.count == 5000)
            #expect(connection.isClosed())
        }
    }

    @Test func disconnectedClientsReleaseHeldRequests() async throws {
        try await withStream { harness in
            var connections = try (0..<50).map { _ in try harness.connection() }
            for connection in connections { connection.ask("/live/v/media.m3u8?_HLS_msn=11&_HLS_part=2") }
            try await harness.until { $0.heldRequests == 50 }
            for connection in connections {
                var reset = linger(l_onoff: 1, l_linger: 0)
                setsockopt(connection.descriptor, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
            }
            connections = []
            // Held requests end with their connection, without a store operation.
            try await harness.until { $0.heldRequests == 0 && $0.connections == 0 }
            #expect(harness.server.figures.responses == 0)
        }
    }

    @Test func idleConnectionsAreEvicted() async throws {
        try await withStream({ $0.connections = 100 }) { harness in
            let patient = try harness.connection()
            patient.ask("/live/v/media.m3u8?_HLS_msn=11&_HLS_part=1")
            try await harness.until { $0.heldRequests == 1 }
            var idle: [TestConnection] = []
            for _ in 0..<2000 {
                idle.append(try harness.connection())
                if idle.count > 200 { idle.removeFirst() }
            }
            #expect(try harness.connection().get("/live/v/1.m4s").status == 200)
            #expect(harness.server.figures.connections <= 101)
            harness.put(ScriptedPlaylist(last: 10, parts: 2, targetDuration: 100).resource())
            #expect(try patient.response().status == 200, "a connection with a held request is not idle")
            harness.put(ScriptedPlaylist(last: 10, parts: 1, targetDuration: 100).resource())
        }
    }
}
