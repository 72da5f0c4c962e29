import PackagingStages
import HLS
import Media
import StageKit
import Testing

@Suite struct CommonEndTests {
    /// Runs video of 24 s and this number of audio segments of 6 s.
    private func run(_ soundSegments: Int64, type: HLSPlaylist.PlaylistKind = .vod) throws -> PlaylistRun {
        var run = try PlaylistRun { $0.type = type }
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        try run.send(video.initialization(), audio.initialization())
        for index in Int64(0)..<4 {
            try run.send(video.next(at: .seconds(index * 6), lasting: .seconds(6)))
            if index < soundSegments { try run.send(audio.next(at: .seconds(index * 6), lasting: .seconds(6))) }
        }
        try run.finish()
        return run
    }

    private func playlist(_ run: PlaylistRun, _ path: String) throws -> MediaPlaylist {
        let text = try #require(run.text(path))
        guard case .media(let playlist) = try Playlist.parse(text).playlist else {
            throw StageError(.damagedInput, "no media playlist")
        }
        return playlist
    }

    @Test func missingSegmentsAreListedAsGaps() throws {
        let run = try run(2)
        let audio = try playlist(run, "audio/playlist.m3u8")
        // The gaps end with the segments of video.
        #expect(audio.segments.map(\.isGap) == [false, false, true, true])
        #expect(audio.duration == .seconds(24))
        #expect(audio.segments.allSatisfy { TargetDuration(seconds: audio.targetDuration).allows($0.duration) } as Bool)
        #expect(run.problems.map(\.code) == ["unequal-ends"])
        #expect(!run.paths.contains { $0.hasSuffix(audio.segments[2].uri) && $0.hasPrefix("audio") })
    }

    @Test func aTargetDurationMoreOrLessIsAllowed() throws {
        let run = try run(3)
        #expect(try playlist(run, "audio/playlist.m3u8").segments.count == 3)
        #expect(run.problems.isEmpty)
    }

    @Test func eventRenditionsEndTogether() throws {
        let run = try run(1, type: .event)
        #expect(try playlist(run, "audio/playlist.m3u8").duration == .seconds(24))
    }

    @Test func livePlaylistIsUnchangedWithWarning() throws {
        let run = try run(1, type: .live)
        #expect(try playlist(run, "audio/playlist.m3u8").segments.count == 1)
        #expect(run.problems.map(\.code) == ["unequal-ends"])
    }

    @Test func gapsDoNotCountAsBandwidth() throws {
        let text = try #require(try run(2).text("index.m3u8"))
        #expect(text.contains("BANDWIDTH=16000,AVERAGE-BANDWIDTH=16000"))
    }
}
