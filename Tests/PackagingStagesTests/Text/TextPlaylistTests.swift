import PackagingStages
import Media
import StageKit
import Testing

/// Names and listing of text and caption renditions.
@Suite struct TextPlaylistTests {
    private func text() -> ScriptedSegments {
        var track = Track(id: Track.ID(rawValue: 5), format: .timedText(.webVTT), timescale: 1000)
        track.language = "en"
        return ScriptedSegments(rendition: Rendition(id: "subtitles", tracks: [track], interval: .seconds(6)))
    }

    private func send(_ scripts: [ScriptedSegments], to run: inout PlaylistRun, count: Int = 2) throws {
        var scripts = scripts
        for script in scripts {
            try run.send(script.initialization(bytes: script.rendition.mediaType == .text ? 0 : 100))
        }
        for number in 0..<Int64(count) {
            for index in scripts.indices {
                try run.send(scripts[index].next(at: .seconds(10 + 6 * number), lasting: .seconds(6)))
            }
        }
    }

    @Test func webVTTNeedsNoInitializationSegment() throws {
        var run = try PlaylistRun()
        try send([.video(), text()], to: &run)
        try run.finish()
        let playlist = try #require(run.text("subtitles/playlist.m3u8"))
        #expect(!playlist.contains("EXT-X-MAP") && playlist.contains("segment-00002.vtt"))
        #expect(!run.paths.contains("subtitles/init.mp4"))
        #expect(run.resources.first { $0.path == "subtitles/segment-00001.vtt" }?.contentType == "text/vtt")
        let multivariant = try #require(run.text("index.m3u8"))
        #expect(multivariant.contains(#"TYPE=SUBTITLES,GROUP-ID="subtitles",NAME="en",LANGUAGE="en""#))
        #expect(multivariant.contains(#"SUBTITLES="subtitles""#))
    }

    @Test func singleFileContainsAllSegments() throws {
        var run = try PlaylistRun { $0.packaging = .singleFile }
        try send([.video(), text()], to: &run)
        try run.finish()
        let playlist = try #require(run.text("subtitles/playlist.m3u8"))
        #expect(playlist.contains("#EXT-X-BYTERANGE:6000@6000\nmedia.vtt"))
    }

    @Test func expiredTextSegmentsAreRemoved() throws {
        var run = try PlaylistRun {
            $0.type = .live
            $0.window = 3
        }
        try send([.video(), text()], to: &run, count: 8)
        #expect(run.paths.contains("subtitles/segment-00001.vtt"))
        let removed = run.resources.filter { if case .remove = $0.action { true } else { false } }.map(\.path)
        #expect(removed.contains("subtitles/segment-00001.vtt") && removed.contains("video/segment-00001.m4s"))
    }

    @Test func aLaterRunGoesOnWithFilesOfText() throws {
        var first = try PlaylistRun { $0.type = .live }
        try send([.video(), text()], to: &first, count: 3)
        var second = try PlaylistRun { $0.type = .live }
        try second.request(.resume(first.resumption()))
        try send([.video(), text()], to: &second, count: 2)
        let playlist = try #require(second.text("subtitles/playlist.m3u8"))
        #expect(playlist.contains("segment-00001.vtt") && playlist.contains("#EXT-X-DISCONTINUITY\n"))
        #expect(playlist.contains("segment-00005.vtt") && !playlist.contains("EXT-X-MAP"))
    }

    private func captioned(_ services: Set<CaptionService>?) throws -> (ScriptedSegments, Segment) {
        var video = ScriptedSegments.video()
        var segment = video.next(at: .seconds(10), lasting: .seconds(6))
        segment.report.tracks[0].captionServices = services
        return (video, segment)
    }

    private func multivariant(
        _ services: Set<CaptionService>?, _ configure: (inout HLSPlaylist.Options) -> Void = { _ in }
    ) throws -> String {
        var run = try PlaylistRun(configure)
        let (video, segment) = try captioned(services)
        try run.send(video.initialization(), segment)
        try run.finish()
        return try #require(run.text("index.m3u8"))
    }

    @Test func detectedCaptionsAreListed() throws {
        #expect(try multivariant([.line21(1)]).contains(#"INSTREAM-ID="CC1""#))
        #expect(try multivariant([]).contains("CLOSED-CAPTIONS=NONE"))
        #expect(try !multivariant(nil).contains("CLOSED-CAPTIONS"), "captions were not detected")
        #expect(try multivariant([.line21(1)]) { $0.captions = .none }.contains("CLOSED-CAPTIONS=NONE"))
    }

    @Test func declaredNamesApplyToDetectedCaptions() throws {
        let entries: KeyValuePairs = ["service": "CC1", "language": "en", "name": "English", "default": "true"]
        let node = OptionNode(.mapping(entries.map { OptionNode.Entry(key: $0.key, value: OptionNode($0.value)) }))
        let declared = try CaptionOption(option: node)
        let text = try multivariant([.line21(1), .line21(3)]) { $0.captionServices = [declared] }
        #expect(text.contains(#"NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,INSTREAM-ID="CC1""#))
        #expect(text.contains(#"INSTREAM-ID="CC3""#))
        #expect(try multivariant(nil) { $0.captionServices = [declared] }.contains(#"INSTREAM-ID="CC1""#))
        #expect(throws: StageError.self) {
            try PlaylistRun {
                $0.captionServices = [declared]
                $0.captions = .none
            }
        }
        #expect(throws: StageError.self) { try PlaylistRun { $0.captionServices = [declared, declared] } }
    }

    @Test func livePlaylistListsCaptionsWhenTheyStart() throws {
        var run = try PlaylistRun { $0.type = .live }
        var video = ScriptedSegments.video()
        try run.send(video.initialization(), video.next(at: .seconds(10), lasting: .seconds(6)))
        #expect(try !#require(run.text("index.m3u8")).contains("CLOSED-CAPTIONS"))
        var next = video.next(at: .seconds(16), lasting: .seconds(6))
        next.report.tracks[0].captionServices = [.digital(1)]
        try run.send(next)
        #expect(try #require(run.text("index.m3u8")).contains(#"INSTREAM-ID="SERVICE1""#))
    }
}
