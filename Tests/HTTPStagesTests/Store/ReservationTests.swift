import HLS
import HTTPServer
import Media
import StageKit
import Testing

@testable import HTTPStages

/// Requests for a presentation whose pipeline is started by its first viewer.
@Suite struct ReservationTests {
    private func harness(limit: Duration = .seconds(5)) -> StoreHarness {
        var harness = StoreHarness()
        harness.store.close("live")
        harness.store.reservations["live"] = PresentationReservation(limit: limit, onRequest: {})
        return harness
    }

    @Test(arguments: ["/live/index.m3u8", "/live/v/media.m3u8", "/live/"])
    func requestWaitsForFirstPlaylistAndGets503AfterItsLimit(path: String) throws {
        var harness = harness()
        let since = harness.now.monotonic
        guard case .wait(_, let until) = harness.ask(path) else {
            Issue.record("the request is not held")
            return
        }
        #expect(until == since + .seconds(5))
        harness.pass(5)
        let late = try #require(harness.response(path, since: since))
        #expect(late.status == 503 && late.field("Retry-After") == "5" && late.field("Cache-Control") == "no-store")
        _ = harness.store.open("live")
        #expect(harness.response(path) == nil, "an open presentation without playlists")
        harness.put(ScriptedPlaylist(last: 1).resource())
        #expect(harness.response(path)?.status == (path == "/live/index.m3u8" ? nil : 200))
    }

    @Test func segmentOfAnEarlierRunIsMissingOnceThePresentationIsReady() {
        var harness = harness()
        #expect(harness.response("/live/v/old.m4s") == nil)
        _ = harness.store.open("live")
        harness.put(ScriptedPlaylist(last: 1).resource())
        #expect(harness.response("/live/v/old.m4s")?.status == 404)
    }

    @Test func playlistsThatFollowTheFirstAreAwaitedForThreeTargetDurations() {
        var harness = harness()
        _ = harness.store.open("live")
        harness.put(ScriptedPlaylist(last: 1, targetDuration: 4).resource())
        let since = harness.now.monotonic
        #expect(harness.response("/live/index.m3u8") == nil)
        harness.pass(12)
        #expect(harness.response("/live/index.m3u8", since: since)?.status == 404)
    }

    @Test func requestsAreRecordedForReservedPresentationsOnly() {
        var harness = harness()
        harness.pass(3)
        #expect(harness.store.recordRequest(for: "/live/v/media.m3u8", at: harness.now) != nil)
        #expect(harness.store.reservations["live"]?.lastRequest == harness.now.monotonic)
        #expect(harness.store.recordRequest(for: "/other/index.m3u8", at: harness.now) == nil)
        #expect(harness.store.recordRequest(for: "/", at: harness.now) == nil)
        #expect(harness.response("/other/index.m3u8")?.status == 404)
    }

    @Test func manifestMakesAPresentationReady() {
        var harness = harness()
        _ = harness.store.open("live")
        harness.put(
            Resource(
                path: "manifest.mpd", role: .presentationDescription, contentType: "application/dash+xml",
                action: .store(ByteRope(Array("<MPD/>".utf8)))))
        #expect(harness.response("/live/manifest.mpd")?.status == 200)
        #expect(harness.response("/live/v/old.m4s")?.status == 404)
    }
}
