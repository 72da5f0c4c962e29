import HLS
import Media
import StageKit
import StageTesting
import Synchronization
import Testing

@testable import HTTPServer
@testable import HTTPStages

/// A playlist is served alike whether its stage supplies a value or only text.
@Suite struct DeliveredPlaylistTests {
    private static let unreadable = Resource(
        path: "v/media.m3u8", role: .mediaPlaylist, contentType: Playlist.contentType,
        action: .store(ByteRope(Array("#EXTM3U\n#EXT-X-TARGETDURATION:x\n".utf8))))

    @Test func originServesValueAndTextAlike() throws {
        var (values, texts) = (StoreHarness(), StoreHarness())
        var script = ScriptedPlaylist(
            first: 20, last: 40, parts: 1, canSkipDateRanges: true, dateRanges: [21: ["early"], 39: ["late"]])
        script.reports = [RenditionReport(uri: "../a/media.m3u8", lastMediaSequence: 40)]
        for _ in 0..<9 {
            #expect(values.put(script.resource()) == texts.put(script.resource(asText: true)))
            for query in ["", "?_HLS_skip=YES", "?_HLS_skip=v2", "?_HLS_msn=41&_HLS_part=2", "?_HLS_msn=45"] {
                for coding in [nil, "gzip"] {
                    let answers = [values, texts].map { harness in
                        harness.response("/live/v/media.m3u8" + query) { $0.acceptEncoding = coding }
                    }
                    #expect(answers[0]?.status == answers[1]?.status, "\(query)")
                    #expect(answers[0]?.bytes == answers[1]?.bytes, "\(query)")
                    #expect(answers[0]?.field("Cache-Control") == answers[1]?.field("Cache-Control"))
                }
            }
            #expect(values.response("/live/v/media.m3u8")?.text == script.playlist.text)
            script = script.next
        }
    }

    @Test func textOfOtherStageIsServedUnchanged() throws {
        // A valid playlist that this project would write differently.
        let text = "#EXTM3U\r\n#EXT-X-TARGETDURATION:2\r\n\r\n# a comment\r\n#EXTINF:2.0,\r\n1.m4s\r\n#EXT-X-NEW:1\r\n"
        let resource = Resource(
            path: "v/media.m3u8", role: .mediaPlaylist, contentType: "", action: .store(ByteRope(Array(text.utf8))))
        for server in [DeliveryCapabilities.origin, .folder, .remoteStore] {
            let delivered = try #require(DeliveredPlaylist(resource, by: server))
            #expect(String(decoding: delivered.text.bytes, as: UTF8.self) == text)
            #expect(delivered.problem == nil && delivered.playlist != nil)
        }
    }

    @Test func onlyStoredPlaylistsAreDelivered() {
        #expect(DeliveredPlaylist(.file("v/1.m4s", count: 3), by: .origin) == nil)
        #expect(DeliveredPlaylist(.removal("v/media.m3u8", after: .zero, role: .mediaPlaylist), by: .origin) == nil)
    }

    @Test func unreadableTextIsServedUnchangedAndReportedOnce() async throws {
        var harness = StoreHarness()
        harness.put(Self.unreadable)
        #expect(harness.response("/live/v/media.m3u8?_HLS_msn=9")?.text == "#EXTM3U\n#EXT-X-TARGETDURATION:x\n")
        var options = ServeOrigin.Options()
        options.listen.port = 0
        let problems = Mutex<[Problem]>([])
        let context = StageContext(
            stageName: "origin", reporter: { problem in problems.withLock { $0.append(problem) } })
        var other = Self.unreadable
        other.path = "a/media.m3u8"
        let resources = [Self.unreadable, ScriptedPlaylist(last: 3).resource("x/media.m3u8"), Self.unreadable, other]
        try await ServeOrigin(options: options).run(
            input: ScriptedInlet(resources.map { .payload($0) }, batchSize: 2), context: context)
        let warnings = problems.withLock { $0.filter { $0.severity == .warning } }
        #expect(warnings.map(\.code) == ["unreadable-playlist", "unreadable-playlist"])
        #expect(warnings.first?.message.contains("'v/media.m3u8' of an earlier stage (2:") == true, "\(warnings)")
    }
}
