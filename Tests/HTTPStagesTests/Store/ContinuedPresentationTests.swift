import HLS
import HTTPServer
import Media
import StageKit
import Testing

@testable import HTTPStages

/// The first moments of a presentation, and the files of an earlier run.
@Suite struct ContinuedPresentationTests {
    private let playlist = "/live/v/media.m3u8"

    /// The removal of a file of an earlier run.
    private func removal(after delay: MediaTime) -> Resource {
        var removal = Resource.removal("v/old.m4s", after: delay, formerPlaylists: ["v/media.m3u8"])
        removal.retainedContent = ByteRope([1, 2, 3])
        return removal
    }

    @Test func fileThatAnEarlierRunListedIsServedForItsRemainingTime() {
        var harness = StoreHarness()
        harness.put(removal(after: .seconds(5)))
        harness.pass(9)
        #expect(harness.response("/live/v/old.m4s")?.bytes == [1, 2, 3])
        harness.put(ScriptedPlaylist(last: 10).resource())
        harness.pass(4.9)
        harness.put(ScriptedPlaylist(last: 11).resource())
        #expect(harness.response("/live/v/old.m4s")?.status == 200)
        harness.pass(0.1)
        harness.put(ScriptedPlaylist(last: 12).resource())
        #expect(harness.response("/live/v/old.m4s")?.status == 404)
    }

    @Test func fileStaysWhileThePlaylistOfAnEarlierStageListsIt() {
        var harness = StoreHarness()
        harness.put(.file("v/old.m4s", count: 9))
        harness.put(ScriptedPlaylist(last: 10).resource())
        harness.store.suspend("live")
        _ = harness.store.open("live")
        harness.put(.removal("v/old.m4s", after: .zero, formerPlaylists: ["v/media.m3u8"]))
        #expect(harness.response("/live/v/old.m4s")?.bodyLength == 9)
        harness.put(ScriptedPlaylist(last: 11).resource())
        #expect(harness.response("/live/v/old.m4s")?.status == 404)
    }

    @Test func scheduledRemovalsAreReportedAndNotPostponed() {
        var harness = StoreHarness()
        harness.put(.file("v/old.m4s", count: 9))
        let record = Resource(path: "r", role: .record, contentType: "", action: .store(ByteRope([1])))
        harness.put(record)
        harness.put(.removal("v/old.m4s", after: .seconds(6)))
        harness.pass(2)
        #expect(
            harness.store.resumption(of: "live", at: harness.now.monotonic)?.retained == ["v/old.m4s": .seconds(4)])
        var repeated = removal(after: .seconds(9))
        repeated.isRestored = true
        harness.put(repeated)
        harness.pass(4)
        harness.store.removeDue(harness.now.monotonic)
        #expect(harness.response("/live/v/old.m4s")?.status != 200)
    }

    @Test func removedPlaylistReleasesItsFiles() {
        var harness = StoreHarness()
        harness.put(.file("v/old.m4s", count: 9))
        harness.put(ScriptedPlaylist(last: 10).resource())
        harness.store.suspend("live")
        _ = harness.store.open("live")
        harness.put(.removal("v/media.m3u8", after: .seconds(3), role: .mediaPlaylist))
        harness.put(.removal("v/old.m4s", after: .seconds(2), formerPlaylists: ["v/media.m3u8"]))
        harness.pass(3)
        harness.store.removeDue(harness.now.monotonic)
        #expect(harness.response(playlist)?.status == 404 && harness.response("/live/v/old.m4s")?.status == 200)
        harness.pass(2)
        harness.store.removeDue(harness.now.monotonic)
        #expect(harness.response("/live/v/old.m4s")?.status == 404)
    }

    @Test(arguments: ["index.m3u8", "v/media.m3u8", "v/1.m4s", "manifest.mpd"])
    func requestsBeforeTheFirstPlaylistAreToBeRepeated(path: String) throws {
        var harness = StoreHarness()
        let early = try #require(harness.response("/live/" + path))
        #expect(early.status == 503 && early.field("Retry-After") == "1" && early.field("Cache-Control") == "no-store")
        harness.put(ScriptedPlaylist(last: 10, targetDuration: 4).resource())
        // The playlists of other renditions follow within three target durations; media files precede their playlist.
        let expected = path == "v/media.m3u8" ? 200 : path == "index.m3u8" ? 503 : 404
        #expect(harness.response("/live/" + path)?.status == expected)
        harness.pass(12)
        #expect(harness.response("/live/" + path)?.status == (expected == 200 ? 200 : 404))
    }

    @Test func presentationThatEndedWithoutAPlaylistIsMissing() {
        var harness = StoreHarness()
        harness.store.end("live")
        #expect(harness.response(playlist)?.status == 404)
        #expect(harness.response("/other/v/media.m3u8")?.status == 404)
    }
}
