import Foundation
import HLS
import HTTPServer
import Media
import StageKit
import Testing

@testable import HTTPStages

/// The server over HTTP/2, with third-party clients and with single frames.
@Suite struct HTTP2ServingTests {
    private typealias Frame = HTTP2Client.Frame

    /// A window larger than any response.
    private let wideOpen = HTTP2Client.Frame.setting(4, 0x3FFF_FFFF)

    @Test(arguments: [["--http2-prior-knowledge"], ["--http2", "--insecure"]])
    func curlReceivesBytesRangesAndHeaders(flags: [String]) async throws {
        let isEncrypted = flags.contains("--insecure")
        let harness = try ServerHarness { $0.tls = isEncrypted }
        harness.put(.file("v/1.m4s", count: 500_000))
        let folder = try TemporaryFolder()
        let address = "\(isEncrypted ? "https" : "http")://127.0.0.1:\(harness.server.port)/live/v/1.m4s"
        let print = ["--write-out", "%{http_version} %{http_code} %{size_download} %{content_type}"]
        for (name, more, said) in [
            ("whole", [], "2 200 500000 video/mp4"), ("part", ["--range", "499990-"], "2 206 10 video/mp4"),
            ("head", ["--head"], "2 200 0 video/mp4"),
        ] as [(String, [String], String)] {
            let loaded = try await curl(flags + print + more + ["--output", "\(folder.path)/\(name)", address])
            #expect(loaded.status == 0 && loaded.output == said)
        }
        #expect(folder.bytes("whole") == (0..<500_000).map { UInt8(truncatingIfNeeded: $0) })
        #expect(folder.bytes("part") == (499_990..<500_000).map { UInt8(truncatingIfNeeded: $0) })
        let head = try #require(folder.text("head"))
        #expect(head.hasPrefix("HTTP/2 200") && head.contains("content-length: 500000"))
        #expect(head.contains("access-control-allow-origin: *") && head.contains("\netag: "))
        await harness.stop()
    }

    @Test func http1IsServedOnRequest() async throws {
        let harness = try ServerHarness { $0.tls = true }
        harness.put(.file("v/1.m4s", count: 10))
        let address = "https://127.0.0.1:\(harness.server.port)/live/v/1.m4s"
        for (flags, version) in [(["--http1.1"], "1.1"), (["--no-alpn"], "1.1"), (["--http2"], "2")] {
            let asked = try await curl(
                flags + ["--insecure", "--output", "/dev/null", "--write-out", "%{http_version}", address])
            #expect(asked.output == version, "\(flags)")
        }
        await harness.stop()
    }

    @Test func nghttpMultiplexesOneConnection() async throws {
        let harness = try ServerHarness()
        for number in 0..<20 { harness.put(.file("v/\(number).m4s", count: 3000 * number)) }
        let addresses = (0..<20).map { "http://127.0.0.1:\(harness.server.port)/live/v/\($0).m4s" }
        let loaded = try await ExternalProgram.run(["nghttp", "--null-out", "--stat", "--timeout=60"] + addresses)
        #expect(loaded.status == 0)
        // nghttp's statistics have one line for each response: id, times, status, size, path.
        let rows = loaded.output.split(separator: "\n").filter { $0.contains("/live/v/") }
        #expect(rows.count == 20 && rows.allSatisfy { $0.contains(" 200 ") }, "\(loaded.output)")
        await harness.stop()
    }

    @Test func manyRequestsOfOneConnectionAreHeld() async throws {
        let harness = try ServerHarness()
        var script = ScriptedPlaylist(last: 10, parts: 1)
        harness.put(script.resource())
        let client = HTTP2Client(try harness.connection(), settings: wideOpen)
        client.openWindow()
        let playlists = (0..<50).map { _ in client.ask("/live/v/media.m3u8?_HLS_msn=11&_HLS_part=1") }
        let part = client.ask("/live/v/11.1.m4s")
        try await harness.until { $0.heldRequests == 51 && $0.connections == 1 }
        // Another request overtakes the held ones.
        let early = client.ask("/live/none")
        _ = try client.frames { $0.stream == early && $0.endsStream }
        #expect(harness.server.figures.heldRequests == 51)
        harness.put(.file("v/11.1.m4s", count: 70_000))
        script = script.next
        harness.put(script.resource())
        let bodies = try client.bodies(of: playlists + [part])
        for stream in playlists { #expect(bodies[stream] == Array(script.playlist.text.utf8)) }
        #expect(bodies[part]?.count == 70_000)
        try await harness.until { $0.heldRequests == 0 }
        await harness.stop()
    }

    /// Returns the frames of a connection on which a large segment and then a playlist were requested before reading.
    private func overtaking(
        _ fields: [(String, String)], change: String? = nil
    ) async throws -> (before: Int, all: Int) {
        let harness = try ServerHarness()
        let count = 8 << 20
        harness.put(.file("v/large.m4s", count: count))
        harness.put(ScriptedPlaylist(last: 30).resource())
        let client = HTTP2Client(try harness.connection(receiveBuffer: 4096), settings: wideOpen)
        client.openWindow()
        let segment = client.ask("/live/v/large.m4s")
        try await harness.until { $0.responses == 1 }
        let playlist = client.ask("/live/v/media.m3u8", fields)
        try await harness.until { $0.responses == 2 }
        if let change {
            client.send(Frame(type: 16, payload: Frame.bigEndian(playlist) + change.utf8))
        }
        var (received, before) = (0, 0)
        var open: Set = [segment, playlist]
        while !open.isEmpty {
            let frame = try client.frame()
            if frame.type == Frame.data, frame.stream == segment { received += frame.payload.count }
            if frame.endsStream { open.remove(frame.stream) }
            if frame.endsStream, frame.stream == playlist { before = received }
        }
        #expect(received == count)
        await harness.stop()
        return (before, count)
    }

    @Test func playlistOvertakesSegment() async throws {
        let (before, all) = try await overtaking([])
        #expect(before < all / 2, "\(before) bytes of the segment arrived first")
    }

    @Test func clientUrgencyIsHonored() async throws {
        let (before, all) = try await overtaking([("priority", "u=7")])
        #expect(before == all)
    }

    @Test func priorityUpdateTakesEffect() async throws {
        let (before, all) = try await overtaking([("priority", "u=7")], change: "u=0")
        #expect(before < all / 2, "\(before) bytes of the segment arrived first")
    }

    @Test func idleConnectionReceivesGoAway() async throws {
        let harness = try ServerHarness { $0.timeouts.idle = .seconds(1) }
        let client = HTTP2Client(try harness.connection())
        let asked = client.ask("/")
        _ = try client.bodies(of: [asked])
        #expect(try client.frames { $0.type == Frame.goAway }.last?.error == 0)
        #expect(client.connection.isClosed())
        await harness.stop()
    }

    @Test func cancelledRequestIsNotHeld() async throws {
        try await withStream { harness in
            let client = HTTP2Client(try harness.connection())
            let streams = (0..<10).map { _ in client.ask("/live/v/media.m3u8?_HLS_msn=12") }
            try await harness.until { $0.heldRequests == 10 }
            for stream in streams {
                client.send(Frame(type: Frame.reset, stream: stream, payload: Frame.bigEndian(8)))
            }
            try await harness.until { $0.heldRequests == 0 && $0.connections == 1 }
            #expect(try client.answersPing())
            let gone = HTTP2Client(try harness.connection())
            gone.ask("/live/v/media.m3u8?_HLS_msn=12")
            try await harness.until { $0.heldRequests == 1 }
            gone.connection.endSending()
            try await harness.until { $0.heldRequests == 0 }
        }
    }

    @Test func stoppingServerSendsGoAwayAndAnswersHeldRequests() async throws {
        let harness = try ServerHarness()
        harness.put(ScriptedPlaylist(last: 10, parts: 1, targetDuration: 600).resource())
        let client = HTTP2Client(try harness.connection())
        let streams = (0..<3).map { _ in client.ask("/live/v/media.m3u8?_HLS_msn=11") }
        try await harness.until { $0.heldRequests == 3 }
        let final = ScriptedPlaylist(last: 10, isEnded: true, targetDuration: 600)
        harness.put(final.resource())
        harness.server.end("live")
        await harness.stop()
        let bodies = try client.bodies(of: streams)
        for stream in streams { #expect(bodies[stream] == Array(final.playlist.text.utf8)) }

        let idle = try ServerHarness()
        let patient = HTTP2Client(try idle.connection())
        #expect(try patient.answersPing())
        await idle.stop()
        #expect(try patient.frames { $0.type == Frame.goAway }.last?.error == 0)
        #expect(patient.connection.isClosed())
    }
}
