import PackagingStages
import HLS
import Media
import StageKit
import Testing
import HLSRules

/// Playlists that list parts of segments before the segments are complete.
@Suite struct PartListTests {
    /// Runs segments of two seconds in four parts each, in two renditions; the last one has only `parts` parts.
    private func run(
        segments: Int, parts: Int = 2, _ configure: (inout HLSPlaylist.Options) -> Void = { _ in }
    ) throws -> PlaylistRun {
        var run = try PlaylistRun {
            $0.type = .live
            $0.window = 10
            configure(&$0)
        }
        var renditions = [ScriptedSegments.video(interval: .seconds(2)), .audio()]
        for index in renditions.indices {
            renditions[index].rendition.partTarget = .milliseconds(500)
            renditions[index].rendition.interval = .seconds(2)
            try run.send(renditions[index].initialization())
        }
        for k in 0...Int64(segments) {
            for part in 0..<(k == segments ? parts : 4) {
                for index in renditions.indices {
                    let start = MediaTime.milliseconds(10000 + 2000 * k + 500 * Int64(part))
                    try run.send(
                        renditions[index].part(part, at: start, lasting: .milliseconds(500), isLast: part == 3))
                    guard part == 3 else { continue }
                    try run.send(renditions[index].next(at: .seconds(10 + 2 * k), lasting: .seconds(2)))
                }
            }
        }
        return run
    }

    /// A reload replaces the stage within a segment.
    @Test func aSegmentWhoseFirstPartsAreMissingIsListedWithoutParts() throws {
        var run = try PlaylistRun {
            $0.type = .live
            $0.window = 10
        }
        var video = ScriptedSegments.video(interval: .seconds(2))
        video.rendition.partTarget = .milliseconds(500)
        try run.send(video.initialization())
        for k in 0..<2 as Range<Int64> {
            for part in (k == 0 ? 2 : 0)..<4 {
                let start = MediaTime.milliseconds(10000 + 2000 * k + 500 * Int64(part))
                try run.send(video.part(part, at: start, lasting: .milliseconds(500), isLast: part == 3))
            }
            try run.send(video.next(at: .seconds(10 + 2 * k), lasting: .seconds(2)))
        }
        guard case .media(let playlist) = try Playlist.parse(try #require(run.text("video/playlist.m3u8"))).playlist
        else { return }
        #expect(playlist.segments.map(\.parts.count) == [0, 4])
    }

    @Test func partsOfCurrentSegmentAreListedLast() throws {
        #expect(
            try run(segments: 1).text("video/playlist.m3u8") == """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:2
                #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12,PART-HOLD-BACK=1.5
                #EXT-X-PART-INF:PART-TARGET=0.5
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-DISCONTINUITY-SEQUENCE:0
                #EXT-X-MAP:URI="init.mp4"
                #EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.178+00:00
                #EXT-X-PART:DURATION=0.5,URI="segment-00001.1.m4s",INDEPENDENT=YES
                #EXT-X-PART:DURATION=0.5,URI="segment-00001.2.m4s"
                #EXT-X-PART:DURATION=0.5,URI="segment-00001.3.m4s"
                #EXT-X-PART:DURATION=0.5,URI="segment-00001.4.m4s"
                #EXTINF:2.000000,
                segment-00001.m4s
                #EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:07.178+00:00
                #EXT-X-PART:DURATION=0.5,URI="segment-00002.1.m4s",INDEPENDENT=YES
                #EXT-X-PART:DURATION=0.5,URI="segment-00002.2.m4s"
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="segment-00002.3.m4s"
                #EXT-X-RENDITION-REPORT:URI="../audio/playlist.m3u8",LAST-MSN=1,LAST-PART=0

                """)
    }

    @Test func storedTextOffersNoDeliveryByServer() throws {
        let run = try run(segments: 1)
        let playlists = run.resources.filter { $0.role == .mediaPlaylist && $0.path.hasSuffix("playlist.m3u8") }
        #expect(playlists.count > 4)
        for resource in playlists {
            let (text, full) = (try #require(resource.storedText), try #require(resource.originText))
            #expect(
                text
                    == full.replacing("CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12,PART-HOLD-BACK", with: "PART-HOLD-BACK")
                    .replacing(/#EXT-X-PRELOAD-HINT:.*\n/, with: ""))
            #expect(full.contains("CAN-BLOCK-RELOAD=YES") && full.contains("PRELOAD-HINT"))
            #expect(text.contains("#EXT-X-PART:") && text.contains("#EXT-X-PART-INF"))
        }
        #expect(playlists.last?.storedText?.contains("RENDITION-REPORT") == true)
    }

    @Test func everyStateIsConsistentWithPrevious() throws {
        let run = try run(segments: 12)
        var history = PlaylistReloadValidator()
        var hints: Set<String> = []
        var stored: Set<String> = []
        var controls: Set<ServerControl?> = []
        for resource in run.resources where resource.path.hasPrefix("video/") {
            guard let text = resource.originText else { continue }
            stored.insert(String(resource.path.dropFirst(6)))
            guard resource.role == .mediaPlaylist, resource.path == "video/playlist.m3u8",
                case .media(let playlist) = try Playlist.parse(text).playlist
            else { continue }
            #expect(history.validate(playlist) == [])
            let parts = (playlist.segments + [playlist.upcoming].compactMap { $0 }).flatMap(\.parts)
            // All listed files exist, and all hinted parts were published.
            #expect(parts.allSatisfy { stored.contains($0.uri) })
            #expect(playlist.segments.allSatisfy { stored.contains($0.uri) })
            hints.formUnion(playlist.preloadHints.map(\.uri))
            controls.insert(playlist.serverControl)
            // Parts are listed in the last three target durations only.
            let far = playlist.segments.dropLast(3)
            #expect(far.allSatisfy { $0.parts.isEmpty })
        }
        #expect(history.changeCount > 40)
        #expect(controls.count == 1)
        #expect(hints.subtracting(stored).count <= 1)
    }

    @Test func expiredPartStaysForThreeTargetDurations() throws {
        let run = try run(segments: 6)
        #expect(run.expiring["video/segment-00001.1.m4s"] == .seconds(6))
        #expect(run.files["video/segment-00006.1.m4s"] != nil)
    }

    @Test func iFramePlaylistHasNoParts() throws {
        let text = try #require(try run(segments: 3).text("video/iframes.m3u8"))
        #expect(!text.contains("PART"))
        #expect(!text.contains("PRELOAD"))
    }

    @Test func endedPlaylistHasNoHints() throws {
        var run = try run(segments: 3, parts: 0)
        try run.finish()
        let text = try #require(run.text("video/playlist.m3u8"))
        #expect(text.hasSuffix("#EXT-X-ENDLIST\n"))
        #expect(!text.contains("PRELOAD") && !text.contains("REPORT"))
    }

    @Test func vodPlaylistListsCompleteSegmentsOnly() throws {
        var run = try run(segments: 3, parts: 0) { $0.type = .vod }
        try run.finish()
        #expect(run.files.keys.filter { $0.contains(".1.m4s") }.isEmpty)
        #expect(run.text("video/playlist.m3u8")?.contains("PART") == false)
    }

    @Test func laterRunReusesNoPartName() throws {
        let earlier = try run(segments: 3, parts: 2)
        var later = try PlaylistRun {
            $0.type = .live
            $0.window = 10
        }
        try later.request(.resume(earlier.resumption()))
        var video = ScriptedSegments.video(interval: .seconds(2))
        video.rendition.partTarget = .milliseconds(500)
        try later.send(
            video.initialization(), video.part(0, at: .seconds(30), lasting: .milliseconds(500), isLast: true),
            video.next(at: .seconds(30), lasting: .milliseconds(500)))
        let text = try #require(later.text("video/playlist.m3u8"))
        // The segment of which parts were published is a gap, and its number is not used again.
        #expect(text.contains("segment-00003.m4s") && text.contains("segment-00006.1.m4s"), "\(text)")
        #expect(text.contains("#EXT-X-GAP\n#EXTINF:2.000000,\nsegment-00004.m4s") && !text.contains("segment-00004.1"))
    }

    @Test func tooShortPartHoldBackIsRejected() throws {
        #expect {
            try run(segments: 1) { $0.partHoldBack = .milliseconds(1400) }
        } throws: {
            ($0 as? StageError)?.message
                == "part-hold-back 1.4s is less than three parts of 0.5s; use 1.5s or more"
        }
    }
}
