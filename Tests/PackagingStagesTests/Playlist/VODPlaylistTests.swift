import PackagingStages
import Media
import StageKit
import Testing

@Suite struct VODPlaylistTests {
    /// Runs two segments of 6 s and one of 1.5 s, with audio that is segmented at packet boundaries.
    private func movie(_ configure: (inout HLSPlaylist.Options) -> Void = { _ in }) throws -> PlaylistRun {
        var run = try PlaylistRun(configure)
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        try run.send(video.initialization(), audio.initialization(bytes: 80))
        for k in 0..<3 {
            let start = MediaTime.seconds(10 + 6 * Int64(k))
            let length = k == 2 ? MediaTime(value: 45000, timescale: 30000) : .seconds(6)
            try run.send(
                video.next(
                    at: start, lasting: length, bytes: 750_000, fragments: k == 0 ? 2 : 1, samples: k == 2 ? 45 : 180),
                audio.next(
                    at: start + MediaTime(value: Int64(k) * 512, timescale: 48000),
                    lasting: k == 2 ? MediaTime(value: 71 * 1024, timescale: 48000) : .seconds(6), bytes: 96_000,
                    samples: k == 2 ? 71 : 282))
        }
        try run.finish()
        return run
    }

    @Test func playlistsOfAnEarlierRunGoBeforeTheirFilesAreWrittenOver() throws {
        let run = try movie()
        #expect(
            run.removedImmediately.map(\.path) == [
                "index.m3u8", "video/playlist.m3u8", "video/iframes.m3u8", "audio/playlist.m3u8", "audio/iframes.m3u8",
            ])
        #expect(run.removedImmediately.map(\.position) == [0, 0, 0, 1, 1])
    }

    @Test func aMoviesPlaylistsAreWrittenOnceAfterItsSegments() throws {
        let run = try movie()
        #expect(
            run.paths == [
                "video/init.mp4", "audio/init.mp4", "video/segment-00001.m4s", "audio/segment-00001.m4s",
                "video/segment-00002.m4s", "audio/segment-00002.m4s", "video/segment-00003.m4s",
                "audio/segment-00003.m4s", "video/playlist.m3u8", "video/iframes.m3u8", "audio/playlist.m3u8",
                "index.m3u8",
            ])
        #expect(run.problems.isEmpty)
        #expect(
            run.resources.map(\.contentType)
                == ["video/mp4", "audio/mp4"] + Array(repeating: "video/iso.segment", count: 6)
                + Array(repeating: "application/vnd.apple.mpegurl", count: 4))
    }

    @Test func theVideoPlaylistListsEverySegment() throws {
        #expect(
            try movie().text("video/playlist.m3u8") == """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-MAP:URI="init.mp4"
                #EXTINF:6.000000,
                segment-00001.m4s
                #EXTINF:6.000000,
                segment-00002.m4s
                #EXTINF:1.500000,
                segment-00003.m4s
                #EXT-X-ENDLIST

                """)
    }

    @Test func audioDurationsFollowSegmentStarts() throws {
        let durations = try movie().text("audio/playlist.m3u8")?.split(separator: "\n").filter {
            $0.hasPrefix("#EXTINF")
        }
        // 512/48000 s more than 6 s in the first two segments; the last has its own duration.
        #expect(durations == ["#EXTINF:6.010667,", "#EXTINF:6.010666,", "#EXTINF:1.514667,"])
    }

    @Test func iFramesAreByteRangesFromTheirFragmentOn() throws {
        #expect(
            try movie().text("video/iframes.m3u8") == """
                #EXTM3U
                #EXT-X-VERSION:5
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-I-FRAMES-ONLY
                #EXT-X-MAP:URI="init.mp4"
                #EXTINF:3.000000,
                #EXT-X-BYTERANGE:500@0
                segment-00001.m4s
                #EXTINF:3.000000,
                #EXT-X-BYTERANGE:500@375000
                segment-00001.m4s
                #EXTINF:6.000000,
                #EXT-X-BYTERANGE:500@0
                segment-00002.m4s
                #EXTINF:1.500000,
                #EXT-X-BYTERANGE:500@0
                segment-00003.m4s
                #EXT-X-ENDLIST

                """)
    }

    @Test func multivariantPlaylistDeclaresMeasuredValues() throws {
        // 750000 bytes in 6 s are 1 Mb/s; the last 1.5 s count only together with the previous 6 s.
        #expect(
            try movie().text("index.m3u8") == """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="en",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio/playlist.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=1804111,AVERAGE-BANDWIDTH=1503547,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=30.000,AUDIO="audio"
                video/playlist.m3u8
                #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1334,AVERAGE-BANDWIDTH=1186,CODECS="avc1.64001f",RESOLUTION=1280x720,URI="video/iframes.m3u8"

                """)
    }

    @Test func aSingleFileIsListedByByteRanges() throws {
        let run = try movie { $0.packaging = .singleFile }
        #expect(run.paths.filter { $0 == "video/media.mp4" }.count == 4)
        for resource in run.resources where resource.path.hasSuffix("media.mp4") {
            guard case .append = resource.action else {
                Issue.record("\(resource.path) is not appended to")
                continue
            }
        }
        let text = try #require(run.text("video/playlist.m3u8"))
        #expect(text.contains("#EXT-X-MAP:URI=\"media.mp4\",BYTERANGE=\"100@0\"\n"))
        #expect(text.contains("#EXT-X-BYTERANGE:750000@100\nmedia.mp4\n"))
        #expect(text.contains("#EXT-X-BYTERANGE:750000@750100\nmedia.mp4\n"))
        #expect(try #require(run.text("video/iframes.m3u8")).contains("#EXT-X-BYTERANGE:500@375100\nmedia.mp4\n"))
    }

    @Test func longSegmentsRaiseTheTargetDurationOfAllPlaylistsAndAreReported() throws {
        var run = try PlaylistRun()
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        try run.send(video.initialization(), audio.initialization())
        try run.send(video.next(at: .zero, lasting: .seconds(10)), audio.next(at: .zero, lasting: .seconds(6)))
        try run.finish()
        for path in ["video/playlist.m3u8", "video/iframes.m3u8", "audio/playlist.m3u8"] {
            #expect(try #require(run.text(path)).contains("#EXT-X-TARGETDURATION:10\n"))
        }
        #expect(run.problems.map(\.code) == ["sparse-sync-samples"])
        #expect(run.problems.first?.message.contains("10s") == true)
    }

    @Test func playlistIsNotRewrittenWithKnownSyncInterval() throws {
        var run = try PlaylistRun()
        var video = ScriptedSegments.video()
        video.rendition.tracks[0].maximumSyncInterval = .seconds(10)
        try run.send(video.initialization(), video.next(at: .zero, lasting: .seconds(10)))
        try run.finish()
        #expect(run.problems.isEmpty)
    }

    @Test func syncSamplesThatMissTheBoundariesAreReported() throws {
        var run = try PlaylistRun()
        var video = ScriptedSegments.video()
        video.rendition.tracks[0].maximumSyncInterval = .seconds(4)
        try run.send(video.initialization(), video.next(at: .zero, lasting: .seconds(8)))
        try run.finish()
        #expect(run.problems.map(\.code) == ["sparse-sync-samples"])
    }

    @Test func segmentsWithoutSyncStartAreNotIndependent() throws {
        var run = try PlaylistRun()
        var video = ScriptedSegments.video()
        try run.send(video.initialization())
        try run.send(video.next(at: .zero, lasting: .seconds(6)))
        try run.send(video.next(at: .seconds(6), lasting: .seconds(6), beginsWithSync: false))
        try run.finish()
        #expect(try !#require(run.text("index.m3u8")).contains("INDEPENDENT"))
    }

    @Test func anInputWithoutSegmentsIsAnError() throws {
        var run = try PlaylistRun()
        try run.send(ScriptedSegments.video().initialization())
        #expect(throws: StageError.self) { try run.finish() }
    }

    @Test func anotherInitializationSegmentIsADiscontinuity() throws {
        var run = try PlaylistRun()
        var video = ScriptedSegments.video()
        try run.send(video.initialization(), video.next(at: .zero, lasting: .seconds(6)))
        try run.send(video.initialization())
        try run.send(video.next(at: .seconds(6), lasting: .seconds(6)))
        try run.send(video.initialization(filler: 2), video.next(at: .zero, lasting: .seconds(6)))
        try run.finish()
        let text = try #require(run.text("video/playlist.m3u8"))
        #expect(
            text.hasSuffix(
                """
                #EXTINF:6.000000,
                segment-00002.m4s
                #EXT-X-DISCONTINUITY
                #EXT-X-MAP:URI="init-2.mp4"
                #EXTINF:6.000000,
                segment-00003.m4s
                #EXT-X-ENDLIST

                """))
        #expect(run.paths.filter { $0.hasPrefix("video/init") } == ["video/init.mp4", "video/init-2.mp4"])
    }

    @Test(arguments: [
        change { $0.multivariant = "../index.m3u8" }, change { $0.playlistName = "iframes.m3u8" },
        change { $0.targetDuration = MediaTime(value: 5, timescale: 2) },
        change {
            $0.type = .live
            $0.packaging = .singleFile
        },
    ])
    func contradictionsAreFoundBeforeAnythingRuns(options: HLSPlaylist.Options) {
        #expect(throws: StageError.self) { try HLSPlaylist(options: options) }
    }

    private static func change(_ body: (inout HLSPlaylist.Options) -> Void) -> HLSPlaylist.Options {
        var options = HLSPlaylist.Options()
        body(&options)
        return options
    }
}
