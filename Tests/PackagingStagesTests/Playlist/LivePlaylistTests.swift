import PackagingStages
import Media
import StageKit
import StageTesting
import Testing

@Suite struct LivePlaylistTests {
    private func live(
        segments: Int, _ configure: (inout HLSPlaylist.Options) -> Void = { _ in }
    ) throws -> (run: PlaylistRun, video: ScriptedSegments) {
        var run = try PlaylistRun {
            $0.type = .live
            $0.window = 3
            configure(&$0)
        }
        var video = ScriptedSegments.video()
        try run.send(video.initialization())
        for k in 0..<Int64(segments) {
            try run.send(video.next(at: .seconds(10 + 6 * k), lasting: .seconds(6), bytes: 750_000))
        }
        return (run, video)
    }

    @Test func segmentsAreListedWhenStored() throws {
        let (run, _) = try live(segments: 2)
        #expect(
            run.paths == [
                "video/init.mp4", "video/segment-00001.m4s", "video/playlist.m3u8", "video/iframes.m3u8", "index.m3u8",
                "video/segment-00002.m4s", "video/playlist.m3u8", "video/iframes.m3u8",
            ])
    }

    @Test func sourcesReceiveGapLimit() throws {
        // Half a target duration, minus an allowance for processing.
        #expect(try live(segments: 2).run.requests.last == .reportGaps(within: .milliseconds(2750)))
        #expect(try live(segments: 2) { $0.targetDuration = .seconds(1) }.run.requests.last?.gapInterval == 0.25)
        #expect(try live(segments: 2) { $0.type = .vod }.run.requests.isEmpty)
    }

    /// A camera that loses frames at the start.
    @Test func higherFrameRateIsDeclared() throws {
        var (run, video) = try live(segments: 0)
        for (k, samples) in [(Int64(0), 120), (1, 180), (2, 180)] {
            try run.send(
                video.next(at: .seconds(10 + 6 * k), lasting: .seconds(6), bytes: 750_000, samples: samples))
            #expect(run.text("index.m3u8")?.contains(k == 0 ? "FRAME-RATE=20.000" : "FRAME-RATE=30.000") == true)
        }
        #expect(run.paths.count { $0 == "index.m3u8" } == 2)
    }

    @Test func windowSlidesAndNumbersIncrease() throws {
        let (run, _) = try live(segments: 5)
        #expect(
            run.text("video/playlist.m3u8") == """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:2
                #EXT-X-DISCONTINUITY-SEQUENCE:0
                #EXT-X-MAP:URI="init.mp4"
                #EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:11.678+00:00
                #EXTINF:6.000000,
                segment-00003.m4s
                #EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:17.678+00:00
                #EXTINF:6.000000,
                segment-00004.m4s
                #EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:23.678+00:00
                #EXTINF:6.000000,
                segment-00005.m4s

                """)
        #expect(try #require(run.text("video/iframes.m3u8")).contains("#EXT-X-MEDIA-SEQUENCE:2\n"))
    }

    @Test func expiredSegmentsAreRemovedAfterDelay() throws {
        let (run, _) = try live(segments: 5)
        let removals = run.resources.filter { if case .remove = $0.action { true } else { false } }
        #expect(removals.map(\.path) == ["video/segment-00001.m4s", "video/segment-00002.m4s"])
        // Its duration of 6 s plus 18 s, the duration of the longest playlist that listed it.
        #expect(removals.allSatisfy { $0.action == .remove(after: .seconds(24)) })
        #expect(run.paths.last == "video/segment-00002.m4s")
    }

    @Test func smallWindowKeepsThreeTargetDurations() throws {
        let (run, _) = try live(segments: 5) { $0.window = 1 }
        let lines = try #require(run.text("video/playlist.m3u8")).split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("#EXTINF") }.count == 3)
    }

    @Test func theEndClosesEveryPlaylist() throws {
        var (run, _) = try live(segments: 4)
        let before = run.paths.count
        try run.finish()
        #expect(Array(run.paths[before...]) == ["video/playlist.m3u8", "video/iframes.m3u8"])
        #expect(try #require(run.text("video/playlist.m3u8")).hasSuffix("segment-00004.m4s\n#EXT-X-ENDLIST\n"))
        #expect(try #require(run.text("video/iframes.m3u8")).hasSuffix("#EXT-X-ENDLIST\n"))
    }

    @Test func theMultivariantPlaylistWaitsForEveryRendition() throws {
        var run = try PlaylistRun { $0.type = .live }
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        try run.send(video.initialization(), audio.initialization())
        try run.send(video.next(at: .zero, lasting: .seconds(6)), video.next(at: .seconds(6), lasting: .seconds(6)))
        #expect(!run.paths.contains("index.m3u8"))
        try run.send(audio.next(at: .zero, lasting: .seconds(6)))
        #expect(run.paths.last == "index.m3u8")
    }

    @Test func lateRenditionIsListedWithFirstSegment() throws {
        var (run, _) = try live(segments: 2)
        var audio = ScriptedSegments.audio()
        try run.send(audio.initialization())
        #expect(run.paths.filter { $0 == "index.m3u8" }.count == 1)
        try run.send(audio.next(at: .seconds(22), lasting: .seconds(6)))
        #expect(run.paths.last == "index.m3u8")
        #expect(try #require(run.text("index.m3u8")).contains("AUDIO=\"audio\""))
    }

    @Test func changedFormatIsDeclaredInAddition() throws {
        var (run, video) = try live(segments: 2)
        guard case .codedVideo(var format) = video.rendition.tracks[0].format else { return }
        format.configuration = .avc(AVCDecoderConfiguration(bytes: [1, 0x4d, 0x40, 0x28, 0xff, 0xe0, 0]))
        format.size = PixelSize(width: 1920, height: 1080)
        video.rendition.tracks[0].format = .codedVideo(format)
        try run.send(video.initialization(filler: 2), video.next(at: .seconds(22), lasting: .seconds(6)))
        let line = "CODECS=\"avc1.4d4028,avc1.64001f\",RESOLUTION=1920x1080,FRAME-RATE=30.000"
        #expect(try #require(run.text("index.m3u8")).contains(line))
    }

    @Test func allRenditionsDateTheSameMediaTimeEqually() throws {
        var (run, video) = try live(segments: 2)
        var audio = ScriptedSegments.audio()
        // The arrival time does not matter.
        run.clock.setDate(WallTime(seconds: 0))
        try run.send(audio.initialization(), audio.next(at: .seconds(16), lasting: .seconds(6)))
        try run.send(video.next(at: .seconds(22), lasting: .seconds(6)))
        let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.678+00:00\n#EXTINF"
        #expect(try #require(run.text("audio/playlist.m3u8")).contains(date))
        #expect(try #require(run.text("video/playlist.m3u8")).contains(date))
    }

    @Test func declaredBandwidthIsRaisedOnlyWhenExceeded() throws {
        var (run, video) = try live(segments: 3)
        #expect(run.paths.filter { $0 == "index.m3u8" }.count == 1)
        #expect(try #require(run.text("index.m3u8")).contains("BANDWIDTH=1000000,AVERAGE-BANDWIDTH=1000000,"))
        try run.send(video.next(at: .seconds(28), lasting: .seconds(6), bytes: 900_000))
        #expect(run.paths.filter { $0 == "index.m3u8" }.count == 2)
        // 1.2 Mb/s plus a quarter, which the next segment does not exceed.
        #expect(try #require(run.text("index.m3u8")).contains("BANDWIDTH=1500000,"))
        try run.send(video.next(at: .seconds(34), lasting: .seconds(6), bytes: 1_000_000))
        #expect(run.paths.filter { $0 == "index.m3u8" }.count == 2)
    }

    @Test func theNominalRateIsDeclaredBeforeItIsReached() throws {
        var run = try PlaylistRun { $0.type = .live }
        var video = ScriptedSegments.video()
        video.rendition.tracks[0].nominalBitRate = 3_000_000
        try run.send(video.initialization(), video.next(at: .zero, lasting: .seconds(6), bytes: 300_000))
        // Plus 2 % and 16 bytes for each of 30 samples per second.
        #expect(try #require(run.text("index.m3u8")).contains(":BANDWIDTH=3063840,"))
    }

    @Test func overlongSegmentIsReportedAndTargetDurationUnchanged() throws {
        var (run, video) = try live(segments: 2)
        try run.send(video.next(at: .seconds(22), lasting: MediaTime(value: 8342, timescale: 1000)))
        #expect(run.problems.map(\.severity) == [.error])
        let message = try #require(run.problems.first).message
        #expect(message.contains("segment-00003.m4s") && message.contains("8.342s") && message.contains("6s"))
        #expect(try #require(run.text("video/playlist.m3u8")).contains("#EXT-X-TARGETDURATION:6\n"))
    }

    @Test func theTargetDurationCanBeFixed() throws {
        var (run, video) = try live(segments: 1) { $0.targetDuration = .seconds(9) }
        try run.send(video.next(at: .seconds(16), lasting: MediaTime(value: 8342, timescale: 1000)))
        #expect(run.problems.isEmpty)
        #expect(try #require(run.text("video/playlist.m3u8")).contains("#EXT-X-TARGETDURATION:9\n"))
    }

    @Test func eventKeepsAllSegments() throws {
        let (run, _) = try live(segments: 12) { $0.type = .event }
        let text = try #require(run.text("video/playlist.m3u8"))
        #expect(text.contains("#EXT-X-PLAYLIST-TYPE:EVENT\n"))
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("#EXTINF") }.count == 12)
        #expect(!run.resources.contains { if case .remove = $0.action { true } else { false } })
    }

    @Test func publishedDurationsFollowMediaTimeOfVariableLength() throws {
        var run = try PlaylistRun { $0.type = .event }
        var audio = ScriptedSegments.audio()
        try run.send(audio.initialization())
        // Each segment starts a little after the declared end of the previous one.
        for k in 0..<Int64(100) {
            try run.send(
                audio.next(
                    at: MediaTime(value: k * 288_100, timescale: 48000), lasting: MediaTime(value: 6, timescale: 1)))
        }
        let sum = try #require(run.text("audio/playlist.m3u8")).split(separator: "\n").compactMap { line in
            line.hasPrefix("#EXTINF:") ? Double(line.dropFirst(8).dropLast()) : nil
        }.reduce(0, +)
        #expect(abs(sum - (99 * 288_100.0 / 48000 + 6)) < 0.00001)
    }
}

extension UpstreamRequest {
    /// The time limit in seconds.
    fileprivate var gapInterval: Double? { if case .reportGaps(let time) = self { time.seconds } else { nil } }
}
