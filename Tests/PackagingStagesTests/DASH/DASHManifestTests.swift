import PackagingStages
import Media
import StageKit
import StageTesting
import Testing

@Suite struct DASHManifestTests {
    /// DASH has no chapters: the file is for HLS players only, which is reported.
    @Test func chaptersAreReported() throws {
        for hasChapters in [true, false] {
            var run = try ManifestRun(.vod) { $0.hasChapters = hasChapters }
            var video = ScriptedSegments.video()
            var chapters = ChapterList()
            chapters.add(.init(start: 0, end: nil, titles: []))
            video.rendition.tracks[0].chapters = chapters
            try run.send(video.initialization(), video.next(at: .zero, lasting: .seconds(6)))
            try run.finish()
            #expect(run.resources.contains { $0.path == "chapters.json" } == hasChapters)
            #expect(run.problems.map(\.code) == (hasChapters ? ["chapters-left-out"] : []))
            #expect(run.texts.last?.contains("chapters") == false)
        }
    }

    @Test func fragmentedTextHasSeparateAdaptationSet() throws {
        var run = try ManifestRun(.vod)
        let format = CodedDataFormat(
            mediaType: .text, handler: "text", sampleEntry: [0, 0, 0, 8] + Array("wvtt".utf8))
        var track = Track(id: Track.ID(rawValue: 5), format: .codedData(format), timescale: 1000)
        (track.language, track.attributes.isForced) = ("en", true)
        var files = track
        files.format = .timedText(.webVTT)
        var video = ScriptedSegments.video()
        try run.send(video.initialization(), video.next(at: .seconds(10), lasting: .seconds(6)))
        for (name, track) in [("fragments", track), ("files", files)] {
            var script = ScriptedSegments(rendition: Rendition(id: name, tracks: [track], interval: .seconds(6)))
            try run.send(script.initialization(bytes: name == "files" ? 0 : 100))
            try run.send(script.next(at: .seconds(10), lasting: .seconds(6)))
        }
        try run.finish()
        let text = try #require(run.texts.last)
        #expect(text.contains(#"contentType="text" lang="en" mimeType="application/mp4""#))
        #expect(text.contains(#"codecs="wvtt""#) && text.contains(#"value="forced-subtitle""#))
        #expect(!text.contains(#"id="files""#))
        #expect(run.problems.map(\.code) == ["webvtt-files"])
    }

    @Test(arguments: [HLSPlaylist.PlaylistKind.vod, .event, .live])
    func typeIsThatOfThePlaylists(type: HLSPlaylist.PlaylistKind) throws {
        var texts: [[String]] = []
        for takesType in [false, true] {
            var run = try ManifestRun(type, takesType: takesType)
            var video = ScriptedSegments.video()
            try run.send(video.initialization())
            for k in Int64(0)..<12 { try run.send(video.next(at: .seconds(10 + 6 * k), lasting: .seconds(6))) }
            try run.finish()
            texts.append(run.texts)
        }
        #expect(texts[0] == texts[1])
        #expect(texts[1].count == (type == .vod ? 1 : 13))
        #expect(texts[1][0].contains(#"type="dynamic""#) == (type != .vod))
    }

    @Test(arguments: [(16, "16", nil), (18, "14", "18")] as [(UInt8, String, String?)])
    func highDynamicRangeAndDolbyVisionAreDescribed(transfer: UInt8, essential: String, supplement: String?) throws {
        var run = try ManifestRun(.vod)
        let configuration = CodecConfiguration.boxed("av01", "av1C", [0x81, 0x08, 0x4c, 0])
        var format = CodedVideoFormat(
            configuration: configuration, size: PixelSize(width: 1280, height: 720),
            colour: ColourDescription(primaries: 9, transfer: transfer, matrix: 9))
        format.dolbyVision = DolbyVisionConfiguration(
            bytes: [1, 0, 20, 6 << 3, transfer == 16 ? 0x10 : 0x40] + [UInt8](repeating: 0, count: 19))
        let track = Track(id: Track.ID(rawValue: 1), format: .codedVideo(format), timescale: 30000)
        var video = ScriptedSegments(rendition: Rendition(id: "video", tracks: [track], interval: .seconds(6)))
        try run.send(video.initialization(), video.next(at: .seconds(10), lasting: .seconds(6)))
        try run.finish()
        let text = try #require(run.texts.last)
        let scheme = "schemeIdUri=\"urn:mpeg:mpegB:cicp:TransferCharacteristics\""
        #expect(text.contains("<EssentialProperty \(scheme) value=\"\(essential)\"/>"))
        #expect(text.contains("<SupplementalProperty \(scheme)") == (supplement != nil))
        if let supplement { #expect(text.contains("<SupplementalProperty \(scheme) value=\"\(supplement)\"/>")) }
        #expect(text.contains("xmlns:scte214=\"urn:scte:dash:scte214-extensions\""))
        let brand = transfer == 16 ? "db1p" : "db4h"
        #expect(
            text.contains("scte214:supplementalCodecs=\"dav1.10.06\" scte214:supplementalProfiles=\"\(brand)\""))
    }

    @Test func vodManifestIsWrittenOnceAtEnd() throws {
        var run = try ManifestRun(.vod)
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        try run.send(video.initialization(), audio.initialization())
        for index in 0..<2 {
            try run.send(video.next(at: .seconds(Int64(index) * 6), lasting: .seconds(6)))
            let begin = MediaTime(value: Int64(index) * 288_000 - 1024, timescale: 48000)
            try run.send(audio.next(at: begin, lasting: .seconds(6)))
        }
        #expect(run.texts.isEmpty)
        try run.finish()
        let text = try #require(run.texts.first)
        #expect(run.resources.last?.path == "index.mpd" && run.texts.count == 1)
        #expect(text.contains("type=\"static\" mediaPresentationDuration=\"PT12S\""))
        #expect(text.contains("media=\"video/segment-$Number%05d$.m4s\" initialization=\"video/init.mp4\""))
        #expect(text.contains("<S t=\"0\" d=\"180000\" r=\"1\"/>"))
        #expect(text.contains("<S t=\"0\" d=\"286976\"/>"), "priming is not presented")
        #expect(text.contains("lang=\"en\""))
        #expect(run.problems.isEmpty)
    }

    @Test func aLiveWindowSlidesWithThePlaylists() throws {
        var run = try ManifestRun(.live) { $0.window = 3 }
        var video = ScriptedSegments.video()
        try run.send(video.initialization())
        for index in 0..<6 { try run.send(video.next(at: .seconds(Int64(index) * 6), lasting: .seconds(6))) }
        let text = try #require(run.texts.last)
        // A segment that leaves the playlists remains as a file for a while, and is listed until the next segment
        // arrives.
        #expect(text.contains("startNumber=\"3\""))
        #expect(text.contains("<S t=\"360000\" d=\"180000\" r=\"3\"/>"))
        #expect(text.contains("timeShiftBufferDepth=\"PT24S\""))
        #expect(
            text.contains("availabilityStartTime=\"2026-01-02T03:03:59.678+00:00\""), "6 s before the first arrived")
        for (index, resource) in run.resources.enumerated() where resource.path == "index.mpd" {
            guard case .store = resource.action else { continue }
            let named = run.resources[..<index].contains { $0.role == .segment && $0.action != .remove(after: .zero) }
            #expect(named, "a segment is stored before it is described")
        }
        // Players may know a segment from the newest MPD until it is replaced.
        var newest = ""
        for resource in run.resources {
            switch resource.action {
            case .store(let content) where resource.path == "index.mpd":
                newest = String(decoding: content.bytes, as: UTF8.self)
            case .remove where resource.role == .segment:
                let number = try #require(resource.path.firstMatch(of: /segment-(\d+)/).flatMap { Int($0.output.1) })
                let first = try #require(newest.firstMatch(of: /startNumber="(\d+)"/).flatMap { Int($0.output.1) })
                #expect(number < first, "\(resource.path) is removed while the MPD lists it")
            default: break
            }
        }
        #expect(
            run.resources.contains { $0.path == "video/segment-00002.m4s" && $0.action == .remove(after: .seconds(24)) }
        )
        try run.finish()
        let last = try #require(run.texts.last)
        #expect(!last.contains("minimumUpdatePeriod"), "no further update follows")
        #expect(last.contains("type=\"dynamic\""))
    }

    @Test func theManifestContinuesWithoutALostTrack() throws {
        var run = try ManifestRun(.live) { $0.window = 3 }
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        try run.send(video.initialization(), audio.initialization())
        for number in Int64(0)..<9 {
            try run.send(video.next(at: .seconds(6 * number), lasting: .seconds(6)))
            var segment = audio.next(at: .seconds(6 * number), lasting: .seconds(6))
            if number > 1 { (segment.kind, segment.data) = (.gap, ByteRope()) }
            try run.send(segment)
        }
        let text = try #require(run.texts.last)
        #expect(text.contains("video/segment-") && !text.contains("audio/segment-"))
        #expect(text.contains("startNumber=\"6\""), "\(text)")
    }

    /// The track may be lost after its initialization segment.
    @Test func theManifestDoesNotWaitForATrackWithoutSegments() throws {
        var run = try ManifestRun(.live)
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        try run.send(video.initialization(), video.next(at: .zero, lasting: .seconds(6)), audio.initialization())
        for number in Int64(1)..<9 { try run.send(video.next(at: .seconds(6 * number), lasting: .seconds(6))) }
        let text = try #require(run.texts.last)
        #expect(run.texts.count < 8 && text.contains("<S t=\"0\" d=\"180000\" r=\"7\"/>"), "\(text)")
    }

    @Test func anEventThatEndsIsAWhole() throws {
        var run = try ManifestRun(.event)
        var video = ScriptedSegments.video()
        try run.send(video.initialization(), video.next(at: .seconds(10), lasting: .seconds(6)))
        #expect(try #require(run.texts.last).contains("type=\"dynamic\""))
        try run.finish()
        let text = try #require(run.texts.last)
        #expect(text.contains("type=\"static\" mediaPresentationDuration=\"PT6S\""))
        #expect(text.contains("presentationTimeOffset=\"300000\""))
    }

    @Test func aSingleFileIsListedByItsBytes() throws {
        var run = try ManifestRun(.vod) { $0.packaging = .singleFile }
        var video = ScriptedSegments.video()
        try run.send(video.initialization(), video.next(at: .zero, lasting: .seconds(6)))
        try run.finish()
        let text = try #require(run.texts.first)
        #expect(text.contains("<Initialization sourceURL=\"video/media.mp4\" range=\"0-99\"/>"))
        #expect(text.contains("<SegmentURL media=\"video/media.mp4\" mediaRange=\"100-6099\"/>"))
    }

    @Test func severalTracksInAFileAreRefused() throws {
        var muxed = ScriptedSegments.video()
        muxed.rendition.tracks += ScriptedSegments.audio().rendition.tracks
        var run = try ManifestRun(.vod)
        #expect(throws: StageError.self) { try run.send(muxed.initialization()) }
    }

    @Test func aChangeOfFormatBeginsAPeriod() throws {
        var run = try ManifestRun(.vod)
        var video = ScriptedSegments.video()
        try run.send(video.initialization(), video.next(at: .seconds(10), lasting: .seconds(6)))
        try run.send(video.initialization(filler: 2), video.next(at: .seconds(16), lasting: .seconds(6)))
        try run.finish()
        #expect(run.problems.isEmpty)
        let text = try #require(run.texts.last)
        let initializations = text.matches(of: /initialization="([^"]+)"/).map(\.output.1)
        #expect(Set(initializations).count == 2, "\(text)")
        let starts = text.matches(of: /<Period id="(\d)" start="PT(\d+)S"/).map { "\($0.output.1) \($0.output.2)" }
        #expect(starts == ["1 0", "2 6"])
    }

    /// Adaptation sets must not appear or disappear within a period.
    @Test(arguments: [HLSPlaylist.PlaylistKind.live, .event, .vod])
    func lateAndReturningTracksBeginPeriods(type: HLSPlaylist.PlaylistKind) throws {
        var run = try ManifestRun(type)
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        try run.send(video.initialization())
        // Audio begins at 16 s, ends at 28 s and returns at 40 s.
        let present: Set<Int64> = [1, 2, 5, 6]
        for number in Int64(0)..<7 {
            let time = MediaTime.seconds(10 + 6 * number)
            if number == 1 { try run.send(audio.initialization()) }
            var segments = [video.next(at: time, lasting: .seconds(6))]
            if present.contains(number) { segments.append(audio.next(at: time, lasting: .seconds(6))) }
            for var segment in segments {
                segment.isDiscontinuity = [1, 3, 5].contains(number)
                try run.send(segment)
            }
        }
        try run.finish()
        for text in run.texts {
            let periods = text.split(separator: "<Period ").dropFirst()
            for period in periods {
                let sets = period.matches(of: /contentType="(video|audio)"/).map { String($0.output.1) }
                let hasAudio = period.hasPrefix(#"id="2""#) || period.hasPrefix(#"id="4""#)
                #expect(sets == (hasAudio ? ["video", "audio"] : ["video"]), "\(text)")
            }
        }
        let text = try #require(run.texts.last)
        let starts = text.matches(of: /<Period id="(\d)" start="PT(\d+)S"/).map { "\($0.output.1) \($0.output.2)" }
        #expect(starts == ["1 0", "2 6", "3 18", "4 30"], "\(text)")
    }

    @Test func segmentsWithPartsAreAvailableWhileTheyAreMade() throws {
        var run = try ManifestRun(.live, latency: .milliseconds(1200))
        var video = ScriptedSegments.video(interval: .seconds(2))
        video.rendition.partTarget = .milliseconds(200)
        // The origin of the media is nine seconds before the run's time.
        video.rendition.tracks[0].liveOrigin = run.clock.now + .seconds(-9)
        try run.send(video.initialization())
        // Captured until eight seconds after the origin of the media, and published one second later.
        for start in [0, 2, 4, 6] {
            try run.send(video.part(0, at: .seconds(Int64(start)), lasting: .seconds(2), isLast: true))
            try run.send(video.next(at: .seconds(Int64(start)), lasting: .seconds(2)))
        }
        let text = try #require(run.texts.last)
        #expect(text.contains(#"duration="60000" startNumber="1""#), "\(text)")
        #expect(text.contains(#"availabilityTimeOffset="1.8" availabilityTimeComplete="false""#))
        // Players without low latency need complete segments.
        #expect(text.contains(#"suggestedPresentationDelay="PT6S""#))
        #expect(text.contains(#"target="1200""#) && text.contains(#"minBufferTime="PT0.2S""#))
        #expect(text.contains(#"<UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" value="time"/>"#))
        // 2026-01-02T03:04:05.678 less nine seconds: the capture of the media's start, without the delay.
        #expect(text.contains(#"availabilityStartTime="2026-01-02T03:03:56.678+00:00""#))
        try run.finish()
        #expect(run.texts.last?.contains("SegmentTimeline") == true)
        #expect(throws: StageError.self) { try ManifestRun(.vod, latency: .seconds(1)) }
    }
}
