import PackagingStages
import HLS
import Media
import StageKit
import StageTesting
import Testing

/// Renditions that appear, or return, after segments of the others are listed.
@Suite struct LateRenditionTests {
    private func lines(_ run: PlaylistRun, _ path: String, _ prefix: String) -> [String] {
        (run.text(path) ?? "").split(separator: "\n").map(String.init).filter { $0.hasPrefix(prefix) }
    }

    private func run(_ type: HLSPlaylist.PlaylistKind, segments: Int = 5) throws -> PlaylistRun {
        var run = try PlaylistRun {
            $0.type = type
            if type == .live { $0.window = 4 }
        }
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        try run.send(video.initialization())
        for number in 0..<Int64(segments) {
            try run.send(video.next(at: .seconds(10 + 6 * number), lasting: .seconds(6)))
        }
        try run.send(audio.initialization())
        for number in Int64(segments)..<Int64(segments) + 2 {
            var pair = [
                video.next(at: .seconds(10 + 6 * number), lasting: .seconds(6)),
                audio.next(at: .seconds(10 + 6 * number), lasting: .seconds(6)),
            ]
            if number == segments { for index in pair.indices { pair[index].isDiscontinuity = true } }
            for segment in pair { try run.send(segment) }
        }
        return run
    }

    @Test(arguments: [HLSPlaylist.PlaylistKind.live, .event, .vod])
    func lateRenditionHasTheTimesAndDiscontinuitiesOfTheOthers(type: HLSPlaylist.PlaylistKind) throws {
        var run = try run(type)
        if type == .vod { try run.finish() }
        for tag in ["#EXTINF", "#EXT-X-MEDIA-SEQUENCE", "#EXT-X-DISCONTINUITY-SEQUENCE", "#EXT-X-DISCONTINUITY"] {
            #expect(lines(run, "audio/playlist.m3u8", tag) == lines(run, "video/playlist.m3u8", tag), "\(tag)")
        }
        #expect(lines(run, "audio/playlist.m3u8", "#EXT-X-GAP").count == (type == .live ? 2 : 5))
        #expect(run.text("index.m3u8")?.contains("audio/playlist.m3u8") == true)
    }

    @Test func numbersMatchAfterTheWindowHasMoved() throws {
        let run = try run(.live, segments: 20)
        #expect(lines(run, "audio/playlist.m3u8", "#EXT-X-MEDIA-SEQUENCE") == ["#EXT-X-MEDIA-SEQUENCE:18"])
        #expect(lines(run, "video/playlist.m3u8", "#EXT-X-MEDIA-SEQUENCE") == ["#EXT-X-MEDIA-SEQUENCE:18"])
    }

    /// A VOD playlist lists a segment when its successor is known.
    @Test(arguments: [HLSPlaylist.PlaylistKind.event, .vod], [false, true])
    func returningRenditionListsItsAbsenceAsGaps(type: HLSPlaylist.PlaylistKind, isAudioFirst: Bool) throws {
        var run = try PlaylistRun { $0.type = type }
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        try run.send(video.initialization(), audio.initialization())
        for number in 0..<Int64(8) {
            var pair = [video.next(at: .seconds(10 + 6 * number), lasting: .seconds(6))]
            if number < 2 || number > 5 { pair.append(audio.next(at: .seconds(10 + 6 * number), lasting: .seconds(6))) }
            if number == 6 { for index in pair.indices { pair[index].isDiscontinuity = true } }
            for segment in isAudioFirst ? pair.reversed() : pair { try run.send(segment) }
        }
        if type == .vod { try run.finish() }
        for tag in ["#EXTINF", "#EXT-X-DISCONTINUITY"] {
            #expect(lines(run, "audio/playlist.m3u8", tag) == lines(run, "video/playlist.m3u8", tag), "\(tag)")
        }
        let names = lines(run, "audio/playlist.m3u8", "").filter { $0.hasSuffix(".m4s") }
        #expect(names.map { $0.hasPrefix("gap-") } == [false, false, true, true, true, true, false, false], "\(names)")
        #expect(lines(run, "audio/playlist.m3u8", "#EXT-X-GAP").count == 4)
    }

    /// The other rendition is far ahead, as in files, and no media is missing.
    @Test func discontinuityWithoutAbsenceListsNoGap() throws {
        var run = try PlaylistRun { $0.type = .vod }
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        try run.send(video.initialization(), audio.initialization())
        for isVideo in [true, false] {
            for number in 0..<Int64(6) {
                let start = MediaTime.seconds(10 + 6 * number)
                var segment =
                    isVideo ? video.next(at: start, lasting: .seconds(6)) : audio.next(at: start, lasting: .seconds(6))
                segment.isDiscontinuity = number == 3
                try run.send(segment)
            }
        }
        try run.finish()
        for tag in ["#EXTINF", "#EXT-X-DISCONTINUITY", "#EXT-X-GAP"] {
            #expect(lines(run, "audio/playlist.m3u8", tag) == lines(run, "video/playlist.m3u8", tag), "\(tag)")
        }
        #expect(lines(run, "audio/playlist.m3u8", "#EXT-X-GAP").isEmpty)
    }

    /// The messages of the segmenter are those of the playlists.
    @Test func everyOutputAcceptsATrackAfterTheFirstSegment() throws {
        let (picture, sound) = (
            ScriptedSegments.video().rendition.tracks[0], ScriptedSegments.audio().rendition.tracks[0]
        )
        let video = Track(id: picture.id, format: picture.format, timescale: 30)
        let audio = Track(id: sound.id, format: sound.format, timescale: 48000)
        var segments = try TransformHarness(SegmentFragmentedMP4.self)
        try segments.push(video)
        let frames = Sample.scripted(video, count: 900, syncEvery: 30)
        for sample in frames[..<450] { try segments.push(sample) }
        try segments.push(audio)
        for sample in frames[450...] {
            try segments.push(sample)
            let ticks = sample.decodeTicks * 1600
            for packet in Sample.scripted(audio, count: 1, duration: 1600, start: ticks) { try segments.push(packet) }
        }
        try segments.finish()
        // Its packets up to the next sync sample are not presented.
        #expect(segments.problems.map(\.code) == ["late-track", "skipped-at-breaks"])
        var run = try ManifestRun(.event)
        for segment in segments.payloads { try run.send(segment) }
        try run.finish()
        #expect(run.problems.isEmpty, "\(run.problems)")
        #expect(try #require(run.texts.last).contains("mimeType=\"audio/mp4\""))
    }
}
