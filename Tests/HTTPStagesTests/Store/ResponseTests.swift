import HLS
import Media
import StageKit
import Testing

@testable import HTTPServer
@testable import HTTPStages

/// Responses depend on the stored resources and on the time.
@Suite struct AnswerTests {
    private let playlist = "/live/v/media.m3u8"

    @Test func blockedRequestReceivesPlaylistWithPart() throws {
        var harness = StoreHarness()
        var script = ScriptedPlaylist(last: 10, parts: 1)
        #expect(harness.put(script.resource()).contains("v/media.m3u8"))
        #expect(harness.response(playlist + "?_HLS_msn=11&_HLS_part=1") == nil)
        script = script.next
        harness.put(script.resource())
        let response = try #require(harness.response(playlist + "?_HLS_msn=11&_HLS_part=1"))
        #expect(response.status == 200)
        #expect(response.text == script.playlist.text)
        #expect(response.field("Cache-Control") == "max-age=6")
        #expect(harness.response(playlist)?.field("Cache-Control") == "max-age=1")
    }

    @Test func aRequestThatCannotBeAnsweredInThreeTargetDurationsGets503() {
        var harness = StoreHarness()
        harness.put(ScriptedPlaylist(last: 10, targetDuration: 4).resource())
        harness.pass(100)
        let since = harness.now.monotonic
        guard case .wait(_, let until) = harness.ask(playlist + "?_HLS_msn=11") else {
            Issue.record("the request is not held")
            return
        }
        #expect(until == since + .seconds(12))
        harness.pass(11.9)
        #expect(harness.response(playlist + "?_HLS_msn=11", since: since) == nil)
        harness.pass(0.1)
        #expect(harness.response(playlist + "?_HLS_msn=11", since: since)?.status == 503)
    }

    @Test(arguments: [
        ("_HLS_msn=13", 400), ("_HLS_msn=11&_HLS_part=13", 400), ("_HLS_part=0", 400), ("_HLS_msn=x", 400),
        ("_HLS_skip=NO", 400),
        ("_HLS_msn=0&_HLS_part=77", 200), ("_HLS_msn=10", 200),
        ("_HLS_other=1", 200), ("x=y", 200),
    ])
    func directivesAreFollowedOrRejected(query: String, status: Int) {
        var harness = StoreHarness()
        harness.put(ScriptedPlaylist(last: 10, parts: 1).resource())
        #expect(harness.response("\(playlist)?\(query)")?.status == status)
        harness.put(ScriptedPlaylist(last: 10, isEnded: true).resource())
        #expect(harness.response("\(playlist)?\(query)")?.status == 200, "directives are ignored after EXT-X-ENDLIST")
    }

    @Test func deltaUpdateIsSentOnRequest() throws {
        var harness = StoreHarness()
        let script = ScriptedPlaylist(last: 30, parts: 1)
        harness.put(script.resource())
        let whole = try #require(harness.response(playlist))
        for skip in ["YES", "v2"] {
            let delta = try #require(harness.response("\(playlist)?_HLS_msn=30&_HLS_skip=\(skip)"))
            #expect(delta.text == script.playlist.deltaUpdate()?.text)
            #expect(delta.field("ETag") != whole.field("ETag"))
        }
        #expect(whole.text == script.playlist.text)
    }

    @Test func hintedPartIsHeldUntilPublished() throws {
        var harness = StoreHarness()
        let script = ScriptedPlaylist(last: 10, parts: 1)
        harness.put(script.resource())
        #expect(harness.response("/live/v/11.1.m4s") == nil)
        #expect(harness.response("/live/v/11.2.m4s")?.status == 404)
        #expect(harness.put(.file("v/11.1.m4s", count: 1000)) == ["v/11.1.m4s"])
        let response = try #require(harness.response("/live/v/11.1.m4s"))
        #expect(response.status == 200 && response.bodyLength == 1000)
    }

    @Test func withdrawnHintIsNotFound() {
        var harness = StoreHarness()
        harness.put(ScriptedPlaylist(last: 10, parts: 1).resource())
        #expect(harness.response("/live/v/11.1.m4s") == nil)
        // The segment is complete without the part, and another part is hinted at.
        #expect(harness.put(ScriptedPlaylist(last: 11).resource()).contains("v/11.1.m4s"))
        #expect(harness.response("/live/v/11.1.m4s")?.status == 404)
        #expect(harness.response("/live/v/12.0.m4s") == nil)
        harness.put(ScriptedPlaylist(last: 11, isEnded: true).resource())
        #expect(harness.response("/live/v/12.0.m4s")?.status == 404)
        #expect(harness.response("/live/v/12.0.m4s")?.field("Cache-Control") == "max-age=1")
    }

    @Test func gapPartAnswersHeldRequest() throws {
        var harness = StoreHarness()
        harness.put(ScriptedPlaylist(last: 10, parts: 0, isLost: true).resource())
        #expect(harness.response(playlist + "?_HLS_msn=11&_HLS_part=0") == nil)
        #expect(harness.response("/live/v/11.0.m4s") == nil)
        let changed = harness.put(ScriptedPlaylist(last: 10, parts: 1, isLost: true).resource())
        // The hinted part was not published, and another one is hinted at.
        #expect(changed == ["v/media.m3u8", "v/11.0.m4s"])
        let answer = try #require(harness.response(playlist + "?_HLS_msn=11&_HLS_part=0"))
        #expect(answer.status == 200 && answer.text.contains("URI=\"11.0.m4s\",GAP=YES"), "\(answer.text)")
        #expect(harness.response("/live/v/11.0.m4s")?.status == 404)
        #expect(harness.response(playlist + "?_HLS_msn=11&_HLS_part=1") == nil)
        #expect(harness.response("/live/v/11.1.m4s") == nil)
    }

    @Test func unfulfilledHintIsNotFoundAfterThreeTargetDurations() {
        var harness = StoreHarness()
        harness.put(ScriptedPlaylist(last: 10, parts: 1).resource())
        harness.pass(3)
        #expect(harness.response("/live/v/11.1.m4s", since: .zero)?.status == 404)
    }

    @Test func presentationEndAnswersHeldRequests() {
        var harness = StoreHarness()
        harness.put(ScriptedPlaylist(last: 10, parts: 1).resource())
        harness.store.end("live")
        #expect(harness.response(playlist + "?_HLS_msn=11")?.status == 503)
        #expect(harness.response("/live/v/11.1.m4s")?.status == 404)
        #expect(harness.response(playlist)?.status == 200)
    }

    @Test func responseHasRangeTagAndType() throws {
        var harness = StoreHarness()
        harness.put(.file("v/1.m4s", count: 300))
        let whole = try #require(harness.response("/live/v/1.m4s"))
        #expect(whole.field("Content-Type") == "video/mp4")
        #expect(whole.field("Cache-Control") == "max-age=3600, immutable")
        let part = try #require(harness.response("/live/v/1.m4s") { $0.range = "bytes=10-19" })
        #expect(part.status == 206 && part.bytes == Array(10...19))
        #expect(part.field("Content-Range") == "bytes 10-19/300")
        #expect(harness.response("/live/v/1.m4s") { $0.range = "bytes=300-" }?.status == 416)
        let tag = try #require(whole.field("ETag"))
        #expect(harness.response("/live/v/1.m4s") { $0.ifNoneMatch = "\"x\", W/\(tag)" }?.status == 304)
        let other = harness.response("/live/v/1.m4s") { ($0.range, $0.ifRange) = ("bytes=0-1", "\"x\"") }
        #expect(other?.status == 200)
        harness.put(.file("v/1.m4s", count: 300))
        #expect(harness.response("/live/v/1.m4s")?.field("ETag") != tag, "new contents have a new tag")
    }

    @Test func playlistIsCompressedOnce() throws {
        var harness = StoreHarness()
        harness.put(ScriptedPlaylist(last: 30).resource())
        let first = try #require(harness.response(playlist) { $0.acceptEncoding = "gzip" })
        let second = try #require(harness.response(playlist + "?_HLS_msn=3") { $0.acceptEncoding = "gzip" })
        #expect(first.field("Content-Encoding") == "gzip")
        #expect(first.bytes.prefix(2) == [0x1F, 0x8B])
        #expect(first.body[0].storage === second.body[0].storage)
        #expect(first.field("ETag") != harness.response(playlist)?.field("ETag"))
    }

    @Test func nonBlocking404HasShorterLifetime() {
        var harness = StoreHarness()
        #expect(harness.response("/other/x.m3u8")?.field("Cache-Control") == "max-age=1")
        harness.put(ScriptedPlaylist(last: 10, targetDuration: 4).resource())
        harness.pass(12)
        #expect(harness.response("/live/x.m3u8")?.field("Cache-Control") == "max-age=4")
        #expect(harness.response("/live/x.m3u8?_HLS_msn=1")?.field("Cache-Control") == "max-age=16")
        #expect(harness.response("/other/x.m3u8")?.status == 404)
        #expect(harness.response("/live")?.field("Location") == "live/")
        #expect(harness.response("/live/x.m3u8") { $0.method = .other }?.status == 405)
    }

    @Test func unparsablePlaylistIsServedUnchanged() {
        var harness = StoreHarness()
        harness.put(
            Resource(
                path: "v/media.m3u8", role: .mediaPlaylist, contentType: Playlist.contentType,
                action: .store(ByteRope(Array("nonsense".utf8)))))
        #expect(harness.response(playlist + "?_HLS_msn=5")?.text == "nonsense")
    }
}
