import PackagingStages
import HLS
import Media
import StageKit
import Testing
import HLSRules

/// Playlists with parts during the loss of a source.
@Suite struct GapPartTests {
    /// Runs segments of two seconds in four parts each; the video segments in `lost` are gaps.
    private func run(segments: Int64, lost: Range<Int64>, parts: Int64 = 0) throws -> PlaylistRun {
        var run = try PlaylistRun {
            $0.type = .live
            $0.window = 10
        }
        var (video, audio) = (ScriptedSegments.video(interval: .seconds(2)), ScriptedSegments.audio())
        video.rendition.partTarget = .milliseconds(500)
        audio.rendition.partTarget = .milliseconds(500)
        audio.rendition.interval = .seconds(2)
        try run.send(video.initialization(), audio.initialization())
        for k in 0...segments {
            let isGap = lost.contains(k)
            for part in 0..<(k == segments ? parts : 4) {
                let start = MediaTime.milliseconds(10000 + 2000 * k + 500 * part)
                let (number, length) = (Int(part), MediaTime.milliseconds(500))
                try run.send(audio.part(number, at: start, lasting: length, isLast: part == 3))
                if part == 3 { try run.send(audio.next(at: .seconds(10 + 2 * k), lasting: .seconds(2))) }
                try run.send(video.part(number, at: start, lasting: length, isLast: part == 3, isGap: isGap))
                guard part == 3 else { continue }
                let (begin, whole) = (MediaTime.seconds(10 + 2 * k), MediaTime.seconds(2))
                try run.send(isGap ? video.gap(at: begin, lasting: whole) : video.next(at: begin, lasting: whole))
            }
        }
        return run
    }

    @Test func thePartsOfAGapAreListedAsMissing() throws {
        #expect(
            try run(segments: 2, lost: 1..<3, parts: 2).text("video/playlist.m3u8") == """
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
                #EXT-X-GAP
                #EXT-X-PART:DURATION=0.5,URI="segment-00002.gap1.m4s",GAP=YES
                #EXT-X-PART:DURATION=0.5,URI="segment-00002.gap2.m4s",GAP=YES
                #EXT-X-PART:DURATION=0.5,URI="segment-00002.gap3.m4s",GAP=YES
                #EXT-X-PART:DURATION=0.5,URI="segment-00002.gap4.m4s",GAP=YES
                #EXTINF:2.000000,
                segment-00002.m4s
                #EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:09.178+00:00
                #EXT-X-GAP
                #EXT-X-PART:DURATION=0.5,URI="segment-00003.gap1.m4s",GAP=YES
                #EXT-X-PART:DURATION=0.5,URI="segment-00003.gap2.m4s",GAP=YES
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="segment-00002.1.m4s"
                #EXT-X-RENDITION-REPORT:URI="../audio/playlist.m3u8",LAST-MSN=2,LAST-PART=1

                """)
    }

    @Test func renditionReportsCoverLostRendition() throws {
        let text = try #require(try run(segments: 2, lost: 1..<3, parts: 2).text("audio/playlist.m3u8"))
        #expect(text.contains("URI=\"../video/playlist.m3u8\",LAST-MSN=2,LAST-PART=0"), "\(text)")
        #expect(!text.contains("GAP"))
    }

    @Test func everyStateIsConsistentAndListsExistingFiles() throws {
        let run = try run(segments: 14, lost: 4..<6)
        var history = PlaylistReloadValidator()
        var stored: Set<String> = []
        var (gaps, hints): (Set<String>, Set<String>) = ([], [])
        for resource in run.resources where resource.path.hasPrefix("video/") {
            guard let text = resource.originText else { continue }
            stored.insert(String(resource.path.dropFirst(6)))
            guard resource.path == "video/playlist.m3u8",
                case .media(let playlist) = try Playlist.parse(text).playlist
            else { continue }
            #expect(history.validate(playlist) == [])
            let all = playlist.segments + [playlist.upcoming].compactMap { $0 }
            for segment in all {
                #expect(segment.parts.allSatisfy { $0.isGap == segment.isGap })
                #expect(segment.isGap || segment.uri.isEmpty || stored.contains(segment.uri))
                gaps.formUnion(segment.parts.filter(\.isGap).map(\.uri))
                #expect(segment.parts.allSatisfy { $0.isGap || stored.contains($0.uri) })
            }
            #expect(playlist.preloadHints.count == 1)
            hints.formUnion(playlist.preloadHints.map(\.uri))
        }
        #expect(gaps.count == 8)
        // Files of gap segments are never stored and never removed.
        #expect(stored.isDisjoint(with: gaps))
        #expect(run.expiring.keys.allSatisfy { !$0.hasPrefix("video/") || !gaps.contains(String($0.dropFirst(6))) })
        // Hinted parts were published, so that no request for one fails; only the latest may still be pending.
        #expect(hints.subtracting(stored).count <= 1, "\(hints.subtracting(stored))")
        #expect(hints.isDisjoint(with: gaps))
    }

    @Test func hintedPartFollowsTheGapUnderItsName() throws {
        let run = try run(segments: 4, lost: 1..<3)
        let part = try #require(run.resources.first { $0.path == "video/segment-00002.1.m4s" })
        // It is the first part of the first segment after the gap.
        #expect(part.segmentPath == "video/segment-00004.m4s")
        #expect(run.paths.contains("video/segment-00004.2.m4s") && !run.paths.contains("video/segment-00004.1.m4s"))
        #expect(run.resources.allSatisfy { $0.segmentPath == nil || $0.path == part.path })
    }

    @Test func hintIsWithdrawnBeforeServersStopWaiting() throws {
        // Gaps of four, and of more than four seconds, with a target duration of two seconds.
        for (segments, parts, isHinted) in [(3, 0, true), (3, 1, false)] as [(Int64, Int64, Bool)] {
            let text = try #require(try run(segments: segments, lost: 1..<4, parts: parts).text("video/playlist.m3u8"))
            #expect(text.contains("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"segment-00002.1.m4s\"") == isHinted, "\(text)")
        }
    }

    @Test func sourcesReportGapsBeforeNextPart() throws {
        let requests = try run(segments: 2, lost: 0..<0).requests
        #expect(requests.contains(.reportGaps(within: .milliseconds(400))))
        #expect(!requests.contains(.reportGaps(within: .milliseconds(750))))
    }
}
