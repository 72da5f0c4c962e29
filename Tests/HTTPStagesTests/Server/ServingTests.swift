import Foundation
import HLS
import Media
import StageKit
import SystemTime
import Testing

@testable import HTTPServer
@testable import HTTPStages

/// The real server, with real connections.
@Suite struct ServingTests {
    @Test func resourcesAreServedWithTheirHeaders() async throws {
        let harness = try ServerHarness()
        harness.put(.file("v/1.m4s", count: 200_000))
        harness.put(ScriptedPlaylist(last: 30).resource())
        let connection = try harness.connection()
        let segment = try connection.get("/live/v/1.m4s")
        #expect(segment.status == 200 && segment.body == (0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        #expect(segment.fields["content-type"] == "video/mp4")
        #expect(segment.fields["access-control-allow-origin"] == "*")
        #expect(segment.fields["date"] != nil)
        let part = try connection.get("/live/v/1.m4s", ["Range: bytes=199990-"])
        #expect(part.status == 206 && part.body.count == 10)
        #expect(part.fields["content-range"] == "bytes 199990-199999/200000")
        let head = try connection.get("/live/v/1.m4s", method: "HEAD")
        #expect(head.status == 200 && head.fields["content-length"] == "200000")
        let tag = try #require(segment.fields["etag"])
        let same = try connection.get("/live/v/1.m4s", ["If-None-Match: \(tag)"])
        #expect(same.status == 304 && same.fields["content-length"] == nil)
        let playlist = try connection.get("/live/v/media.m3u8", ["Accept-Encoding: gzip"])
        #expect(playlist.fields["content-type"] == "application/vnd.apple.mpegurl")
        #expect(playlist.fields["content-encoding"] == "gzip" && playlist.fields["vary"] == "Accept-Encoding")
        #expect(try connection.get("/live/v/media.m3u8").text == ScriptedPlaylist(last: 30).playlist.text)
        #expect(try connection.get("/live/none").status == 404)
        #expect(try connection.get("/live/v/1.m4s", method: "OPTIONS").status == 200)
        #expect(try connection.get("/live/v/1.m4s", method: "DELETE").status == 405)
        await harness.stop()
        #expect(connection.isClosed())
    }

    @Test func heldRequestsShareNewPlaylist() async throws {
        let harness = try ServerHarness()
        var script = ScriptedPlaylist(last: 10, parts: 1)
        harness.put(script.resource())
        let connections = try (0..<40).map { _ in try harness.connection() }
        for connection in connections { connection.ask("/live/v/media.m3u8?_HLS_msn=11&_HLS_part=1&_HLS_skip=YES") }
        try await harness.until { $0.heldRequests == 40 }
        #expect(harness.server.figures.responses == 0)
        script = script.next
        harness.put(script.resource())
        for connection in connections {
            let response = try connection.response()
            #expect(response.status == 200 && response.text == script.playlist.deltaUpdate()?.text)
        }
        #expect(harness.server.figures.heldRequests == 0)
        await harness.stop()
    }

    @Test func hintedPartIsSentWhenPublished() async throws {
        let harness = try ServerHarness()
        harness.put(ScriptedPlaylist(last: 10, parts: 1).resource())
        let (held, lost) = (try harness.connection(), try harness.connection())
        held.ask("/live/v/11.1.m4s")
        lost.ask("/live/v/11.1.m4s")
        try await harness.until { $0.heldRequests == 2 }
        harness.put(.file("v/11.1.m4s", count: 70_000))
        let part = try held.response()
        #expect(part.status == 200 && part.fields["content-length"] == "70000" && part.body.count == 70_000)
        #expect(part.fields["transfer-encoding"] == nil)
        #expect(try lost.response().status == 200)
        harness.put(ScriptedPlaylist(last: 10, parts: 2).resource())
        held.ask("/live/v/11.2.m4s")
        try await harness.until { $0.heldRequests == 1 }
        harness.put(ScriptedPlaylist(last: 11).resource())
        #expect(try held.response().status == 404)
        await harness.stop()
    }

    @Test func unpublishedResourceTimesOutAfterThreeTargetDurations() async throws {
        let harness = try ServerHarness()
        harness.put(ScriptedPlaylist(last: 10, parts: 1).resource())
        let (playlist, part) = (try harness.connection(), try harness.connection())
        let begin = SystemClock.now
        playlist.ask("/live/v/media.m3u8?_HLS_msn=12")
        part.ask("/live/v/11.1.m4s")
        #expect(try playlist.response().status == 503)
        #expect(try part.response().status == 404)
        #expect(SystemClock.now - begin >= .seconds(3))
        await harness.stop()
    }

    @Test func heldRequestsAreAnsweredBeforeStop() async throws {
        let harness = try ServerHarness()
        harness.put(ScriptedPlaylist(last: 10, parts: 1, targetDuration: 600).resource())
        let waiting = try (0..<5).map { _ in try harness.connection() }
        for connection in waiting { connection.ask("/live/v/media.m3u8?_HLS_msn=11") }
        let hinted = try harness.connection()
        hinted.ask("/live/v/11.1.m4s")
        try await harness.until { $0.heldRequests == 6 }
        let final = ScriptedPlaylist(last: 10, isEnded: true, targetDuration: 600)
        harness.put(final.resource())
        harness.server.end("live")
        await harness.stop()
        for connection in waiting { #expect(try connection.response().text == final.playlist.text) }
        #expect(try hinted.response().status == 404)
        #expect(throws: TestConnection.Failure.self) { try harness.connection() }
    }

    @Test func usedAddressIsReported() async throws {
        let harness = try ServerHarness()
        let port = harness.server.port
        let error = #expect(throws: StageError.self) { try ServerHarness { $0.listen.port = port } }
        #expect(error?.message.contains("cannot listen on 127.0.0.1:\(port)") == true)
        #expect(throws: StageError.self) { try ServerHarness { $0.listen.host = "nowhere" } }
        await harness.stop()
    }

    @Test func requestsWithoutTokenAreRejected() async throws {
        let harness = try ServerHarness { $0.token = "secret" }
        harness.put(.file("v/1.m4s", count: 10))
        let connection = try harness.connection()
        let refused = try connection.get("/live/v/1.m4s")
        #expect(refused.status == 401 && refused.fields["www-authenticate"] == "Bearer")
        #expect(try connection.get("/live/v/1.m4s", ["Authorization: Bearer secret"]).status == 200)
        await harness.stop()
    }

    @Test func severalThreadsServeSamePresentation() async throws {
        let harness = try ServerHarness {
            $0.threads = 3
            $0.connections = 30
        }
        var script = ScriptedPlaylist(last: 10, parts: 1, targetDuration: 100)
        harness.put(script.resource())
        let connections = try (0..<9).map { _ in try harness.connection() }
        for connection in connections { connection.ask("/live/v/media.m3u8?_HLS_msn=11&_HLS_part=1") }
        try await harness.until { $0.heldRequests == 9 && $0.connections == 9 }
        script = script.next
        harness.put(script.resource())
        for connection in connections { #expect(try connection.response().text == script.playlist.text) }
        // Each thread has a third of the limit, and closes its idle connections for new ones.
        let others = try (0..<40).map { _ in try harness.connection() }
        try await harness.until { $0.connections == 30 }
        for connection in others.suffix(10) { #expect(try connection.get("/live/v/media.m3u8").status == 200) }
        await harness.stop()
        #expect(others.last?.isClosed() == true)
    }

    @Test func segmentIsSentWhileItIsMade() async throws {
        let harness = try ServerHarness()
        harness.put(ScriptedPlaylist(last: 10, parts: 1, targetDuration: 100).resource())
        let (early, late, old) = (try harness.connection(), try harness.connection(), try harness.connection())
        // The request arrives before the first part.
        early.ask("/live/v/11.m4s")
        try await harness.until { $0.heldRequests == 1 }
        harness.put(.file("v/11.1.m4s", count: 700, role: .part))
        #expect(try early.nextChunk(isFirst: true)?.count == 700)
        harness.put(.file("v/11.2.m4s", count: 90_000, role: .part))
        #expect(try early.nextChunk()?.count == 90_000)
        late.ask("/live/v/11.m4s")
        old.send("GET /live/v/11.m4s HTTP/1.0\r\n\r\n")
        #expect(try late.nextChunk(isFirst: true)?.count == 700)
        harness.put(.file("v/11.m4s", count: 90_700))
        #expect(try early.nextChunk() == nil)
        #expect(try late.nextChunk()?.count == 90_000 && late.nextChunk() == nil)
        // The connection is used again; the complete segment has a length.
        #expect(try early.get("/live/v/11.m4s").fields["content-length"] == "90700")
        let response = try old.response(hasBody: false)
        #expect(response.status == 200 && response.fields["transfer-encoding"] == nil)
        #expect(old.isClosed())
        // Players of the manifest set their clocks.
        #expect(try early.get("/live/time").status == 404)
        harness.put(
            Resource(
                path: "index.mpd", role: .presentationDescription, contentType: "application/dash+xml",
                action: .store(ByteRope([0x3C]))))
        let time = try early.get("/live/time")
        #expect(time.fields["cache-control"] == "no-store" && time.text.count == "2026-01-02T03:04:05.678+00:00".count)
        // A segment that differs from its parts is not completed.
        harness.put(.file("v/12.1.m4s", count: 10, role: .part))
        early.ask("/live/v/12.m4s")
        #expect(try early.nextChunk(isFirst: true)?.count == 10)
        harness.put(.file("v/12.m4s", count: 11))
        #expect(early.isClosed())
        await harness.stop()
    }

    @Test func filesAreSentFromPageCache() async throws {
        let harness = try ServerHarness { $0.memory = ByteCount(1 << 20) }
        let size = 700_001
        for number in 1...4 { harness.put(.file("v/\(number).m4s", count: size)) }
        let expected = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        let connection = try harness.connection()
        #expect(try connection.get("/live/v/1.m4s").body == expected)
        let range = try connection.get("/live/v/1.m4s", ["Range: bytes=300000-600000"])
        #expect(range.status == 206 && range.body == Array(expected[300_000...600_000]))
        let tail = try connection.get("/live/v/2.m4s", ["Range: bytes=-5"])
        #expect(tail.body == Array(expected.suffix(5)))
        // Clients that disconnect during the transfer, which must not end the process.
        for _ in 0..<20 {
            let impatient = try harness.connection(receiveBuffer: 4096)
            for _ in 0..<3 { impatient.ask("/live/v/1.m4s") }
        }
        try await harness.until { $0.connections == 1 }
        #expect(try connection.get("/live/v/3.m4s").body == expected)
        await harness.stop()
    }
}
