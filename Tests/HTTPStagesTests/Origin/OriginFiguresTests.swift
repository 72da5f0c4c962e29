import Foundation
import HLS
import Media
import StageKit
import SystemTime
import Testing

@testable import HTTPStages

/// The figures that an origin contributes to the status of its run, with real clients.
@Suite struct OriginFiguresTests {
    @Test func responsesAreCountedByKindCodeAndProtocol() async throws {
        let harness = try ServerHarness()
        harness.put(.file("v/1.m4s", count: 5000))
        harness.put(ScriptedPlaylist(last: 10).resource())
        #expect(harness.requests("segment", "2xx", "http/1.1") == 0, "figures exist before the first request")
        let connection = try harness.connection()
        let segment = try connection.get("/live/v/1.m4s")
        _ = try connection.get("/live/v/1.m4s", method: "HEAD")
        _ = try connection.get("/live/v/1.m4s", ["If-None-Match: \(segment.fields["etag"] ?? "")"])
        let playlist = try connection.get("/live/v/media.m3u8")
        let early = try connection.get("/live/v/none.m3u8")
        #expect(early.status == 503, "the playlists of other renditions may follow")
        #expect(try connection.get("/live/k.key").status == 404)
        #expect(try connection.get("/live").status == 308)
        #expect(try connection.get("/other/v/1.m4s").status == 404)
        let address = "http://127.0.0.1:\(harness.server.port)/live/v/1.m4s"
        let loaded = try await curl(["--http2-prior-knowledge", "--output", "/dev/null", address])
        #expect(loaded.status == 0)
        #expect(harness.requests("segment", "2xx", "http/1.1") == 2)
        #expect(harness.requests("segment", "3xx", "http/1.1") == 1)
        #expect(harness.requests("segment", "2xx", "h2") == 1)
        #expect(harness.requests("playlist", "2xx", "http/1.1") == 1)
        #expect(harness.requests("playlist", "5xx", "http/1.1") == 1)
        #expect(harness.requests("key", "4xx", "http/1.1") == 1)
        #expect(harness.requests("page", "3xx", "http/1.1") == 1)
        #expect(harness.values(FigureName.originRequests).reduce(0, +) == 8, "another presentation is not counted")
        // HEAD and 304 have no body; the missing key has one of 10 bytes.
        let bodies = playlist.body.count + early.body.count
        #expect(harness.values(FigureName.originSent) == [Double(2 * 5000 + bodies + 10)])
        await harness.stop()
    }

    @Test func deniedRequestsAreCounted() async throws {
        let harness = try ServerHarness { $0.token = "secret" }
        harness.put(.file("v/1.m4s", count: 10))
        let connection = try harness.connection()
        #expect(try connection.get("/live/v/1.m4s").status == 401)
        #expect(try connection.get("/live/v/1.m4s", ["Authorization: Bearer secret"]).status == 200)
        #expect(harness.requests("segment", "4xx", "http/1.1") == 1)
        #expect(harness.requests("segment", "2xx", "http/1.1") == 1)
        await harness.stop()
    }

    @Test func heldRequestsAreDisplayedAndTimed() async throws {
        let harness = try ServerHarness()
        var script = ScriptedPlaylist(last: 10, parts: 1, targetDuration: 100)
        harness.put(script.resource())
        let connections = try (0..<3).map { _ in try harness.connection() }
        for connection in connections { connection.ask("/live/v/media.m3u8?_HLS_msn=11&_HLS_part=1") }
        try await harness.figures(FigureName.originWaiting, become: [3])
        try await harness.figures(FigureName.originConnections, become: [3])
        try await Task.sleep(for: .milliseconds(300))
        script = script.next
        harness.put(script.resource())
        for connection in connections { #expect(try connection.response().status == 200) }
        let times = harness.figures.readings.filter { $0.name == FigureName.originResponse }
        let playlists = try #require(times.first { $0.labels == ["kind": "playlist"] }?.histogram)
        #expect(playlists.count == 3 && playlists.sum > 0.9, "\(playlists)")
        try await harness.figures(FigureName.originWaiting, become: [0])
        await harness.stop()
    }

    @Test func viewersAreDistinctClientsOfPlaylists() async throws {
        let harness = try ServerHarness()
        harness.put(.file("v/1.m4s", count: 10))
        harness.put(ScriptedPlaylist(last: 10).resource())
        harness.put(ScriptedPlaylist(last: 10).resource("a/media.m3u8"))
        #expect(harness.values(FigureName.originViewers) == [0, 0])
        let begin = SystemClock.now
        // One client has several connections; a client of segments is no viewer.
        for agent in ["one", "one", "two"] {
            let connection = try harness.connection()
            #expect(try connection.get("/live/v/media.m3u8", ["User-Agent: \(agent)"]).status == 200)
            #expect(try connection.get("/live/a/media.m3u8", ["User-Agent: \(agent)"]).status == 200)
        }
        #expect(try harness.connection().get("/live/v/media.m3u8", ["User-Agent: three"]).status == 200)
        #expect(try harness.connection().get("/live/v/1.m4s", ["User-Agent: four"]).status == 200)
        // They expire after three target durations, so a slow machine may observe fewer.
        try await harness.figures(FigureName.originDistinctViewers, become: [3])
        #expect(Set(harness.values(FigureName.originViewers)) == [3, 2])
        try await harness.figures(FigureName.originDistinctViewers, become: [0])
        #expect(harness.values(FigureName.originViewers) == [0, 0])
        #expect(SystemClock.now - begin >= .seconds(3))
        await harness.stop()
    }

    @Test func viewersAreBounded() {
        var table = ViewerTable()
        for client in 0..<ViewerTable.limit + 1000 {
            table.record(client, requesting: "a", at: .zero + .milliseconds(client))
            table.record(client, requesting: "b", at: .zero + .milliseconds(client))
        }
        #expect(table.count == ViewerTable.limit)
        #expect(table.counts == ["a": ViewerTable.limit, "b": ViewerTable.limit])
        table.removeAll(before: .zero + .milliseconds(ViewerTable.limit - 10))
        #expect(table.count == 10 && table.counts == ["a": 10, "b": 10])
        table.record(ViewerTable.limit + 1, requesting: "b", at: .zero + .seconds(1000))
        #expect(table.counts == ["a": 10, "b": 11])
        table.removeAll(before: .distantFuture)
        #expect(table.count == 0 && table.counts.isEmpty)
    }
}

extension ServerHarness {
    /// The current values of the figures of a name, in the order in which they were obtained.
    fileprivate func values(_ name: String) -> [Double] {
        figures.readings.filter { $0.name == name }.map(\.value)
    }

    fileprivate func requests(_ kind: String, _ code: String, _ version: String) -> Double? {
        let labels = ["kind": kind, "code": code, "protocol": version]
        return figures.readings.first { $0.name == FigureName.originRequests && $0.labels == labels }?.value
    }

    /// Waits until the figures of a name have these values.
    fileprivate func figures(_ name: String, become wanted: [Double]) async throws {
        for _ in 0..<1500 {
            if values(name) == wanted { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("\(name) does not become \(wanted): \(values(name))")
    }
}
