import ScriptedMedia
import Packaging
import Media
import Testing

/// Tracks that are added after the first segment, or that return after their end.
@Suite struct LateTrackTests {
    typealias Timeline = FormatChangeTests.Timeline
    static let video = FormatChangeTests.video
    static let audio = FormatChangeTests.audio
    static let second: Track = {
        var track = Track(id: Track.ID(rawValue: 9), format: audio.format, timescale: audio.timescale)
        track.language = "fr"
        return track
    }()

    private func media(_ segments: [Segment], _ id: String) -> [Segment] {
        segments.filter { $0.rendition.id == id && $0.kind != .initialization }
    }
    private func start(_ segment: Segment?) -> Double {
        (segment?.report.tracks[0].earliestPresentationTime.seconds ?? 0) - 10
    }
    private func end(_ id: Track.ID, at time: Double, _ timeline: inout Timeline) {
        timeline.events.append((time, { try $0.end(id) }))
    }

    @Test func lateAudioStartsAtTheNextKeyframe() throws {
        var timeline = Timeline()
        timeline.announce(Self.video, at: 0)
        timeline.pictures(Self.video, from: 0, to: 12)
        timeline.announce(Self.audio, at: 5)
        timeline.sound(Self.audio, from: 5, to: 12)
        let (_, segments) = try timeline.run()
        let (video, audio) = (media(segments, "video"), media(segments, "audio"))
        #expect(video.count(where: \.isDiscontinuity) == 1 && audio.count(where: \.isDiscontinuity) == 1)
        #expect(abs(start(video.first(where: \.isDiscontinuity)) - 6) < 0.001)
        #expect(start(audio.first) >= 6 && start(audio.first) < 6.022)
        #expect(video.map(\.index) == Array(video.indices) && audio.map(\.index) == Array(audio.indices))
        #expect(video.reduce(0) { $0 + $1.report.tracks[0].sampleCount } == 360, "no frame is lost")
    }

    @Test func lateVideoLeadsFromItsFirstKeyframe() throws {
        var timeline = Timeline()
        timeline.announce(Self.audio, at: 0)
        timeline.sound(Self.audio, from: 0, to: 12)
        timeline.announce(Self.video, at: 5)
        timeline.pictures(Self.video, from: 5, to: 12)
        let (_, segments) = try timeline.run()
        let (video, audio) = (media(segments, "video"), media(segments, "audio"))
        #expect(abs(start(video.first) - 5) < 0.001)
        let change = start(audio.first(where: \.isDiscontinuity))
        #expect(change >= 5 && change < 5.022)
        #expect(audio.reduce(0) { $0 + $1.report.tracks[0].sampleCount } == 563, "no packet is lost")
    }

    @Test func secondAudioIsAnotherRendition() throws {
        var timeline = Timeline()
        for track in [Self.video, Self.audio] { timeline.announce(track, at: 0) }
        timeline.pictures(Self.video, from: 0, to: 10)
        timeline.sound(Self.audio, from: 0, to: 10)
        timeline.announce(Self.second, at: 3)
        timeline.sound(Self.second, from: 3, to: 10)
        let (_, segments) = try timeline.run()
        #expect(!media(segments, "audio-2").isEmpty && start(media(segments, "audio-2").first) >= 4)
    }

    /// A source that returns may give its tracks other identifiers.
    @Test(arguments: [audio.id, Track.ID(rawValue: 7)])
    func returningAudioContinuesItsRendition(id: Track.ID) throws {
        let returning = Track(id: id, format: Self.audio.format, timescale: Self.audio.timescale)
        var timeline = Timeline()
        for track in [Self.video, Self.audio] { timeline.announce(track, at: 0) }
        timeline.pictures(Self.video, from: 0, to: 14)
        timeline.sound(Self.audio, from: 0, to: 4)
        end(Self.audio.id, at: 4.1, &timeline)
        timeline.announce(returning, at: 8.5)
        timeline.sound(returning, from: 8.5, to: 14)
        let (_, segments) = try timeline.run()
        let audio = media(segments, "audio")
        #expect(audio.map(\.index) == Array(audio.indices) && audio.count(where: \.isDiscontinuity) == 1)
        #expect(start(audio.first(where: \.isDiscontinuity)) >= 10)
        #expect(Set(segments.map(\.rendition.id)) == ["video", "audio"])
    }

    /// A program map may give a packet identifier to another elementary stream.
    @Test(arguments: [true, false]) func tracksThatReturnArePublished(areSwapped: Bool) throws {
        let ids = areSwapped ? (Self.audio.id, Self.video.id) : (Self.video.id, Self.audio.id)
        let video = Track(id: ids.0, format: Self.video.format, timescale: Self.video.timescale)
        let audio = Track(id: ids.1, format: Self.audio.format, timescale: Self.audio.timescale)
        var timeline = Timeline()
        for track in [Self.video, Self.audio] { timeline.announce(track, at: 0) }
        timeline.pictures(Self.video, from: 0, to: 4)
        timeline.sound(Self.audio, from: 0, to: 4)
        end(Self.video.id, at: 4.1, &timeline)
        end(Self.audio.id, at: 4.2, &timeline)
        for track in [video, audio] { timeline.announce(track, at: 8) }
        timeline.pictures(video, from: 8, to: 14)
        timeline.sound(audio, from: 8, to: 14)
        let (_, segments) = try timeline.run()
        #expect(Set(segments.map(\.rendition.id)) == ["video", "audio"])
        for id in ["video", "audio"] {
            let found = media(segments, id)
            #expect(found.map(\.index) == Array(found.indices))
            #expect(found.filter(\.isDiscontinuity).map { start($0).rounded() } == [8], "\(id)")
            #expect(start(found.last) >= 11.9, "\(id): \(start(found.last))")
        }
    }

    @Test func videoThatEndsIsContinuedByAudioThatReturns() throws {
        var timeline = Timeline()
        for track in [Self.video, Self.audio] { timeline.announce(track, at: 0) }
        timeline.pictures(Self.video, from: 0, to: 4)
        timeline.sound(Self.audio, from: 0, to: 4)
        end(Self.video.id, at: 4, &timeline)
        end(Self.audio.id, at: 4.1, &timeline)
        timeline.announce(Self.audio, at: 8)
        timeline.sound(Self.audio, from: 8, to: 12)
        let (_, segments) = try timeline.run()
        #expect(start(media(segments, "audio").last) >= 8)
    }

    /// Video may begin after the audio and end before it; a still picture lasts for one frame.
    @Test(arguments: [(5, 8.5), (0, 0.04), (0, 12.1), (13.8, 13.9)], [true, false])
    func audioWithoutVideoIsCutAtTheGrid(video: (from: Double, to: Double), isEnded: Bool) throws {
        var timeline = Timeline()
        for track in [Self.video, Self.audio] { timeline.announce(track, at: 0) }
        timeline.pictures(Self.video, from: video.from, to: video.to)
        timeline.sound(Self.audio, from: 0, to: 14.2)
        if isEnded { end(Self.video.id, at: video.to, &timeline) }
        let (_, segments) = try timeline.run()
        let audio = media(segments, "audio")
        // The rest after the last boundary is too short for a segment.
        #expect(audio.map { (start($0) * 10).rounded(.down) / 10 } == [0, 2, 4, 6, 8, 10, 12])
        #expect(audio.map(\.index) == Array(audio.indices))
        #expect(audio.reduce(0) { $0 + $1.report.tracks[0].sampleCount } == 666)
    }

    @Test func lateTrackJoinsACommonFile() throws {
        var timeline = Timeline()
        timeline.announce(Self.video, at: 0)
        timeline.pictures(Self.video, from: 0, to: 10)
        timeline.announce(Self.audio, at: 3)
        timeline.sound(Self.audio, from: 3, to: 10)
        let (_, segments) = try timeline.run { $0.packaging = .together }
        #expect(Set(segments.map(\.rendition.id)) == ["video"])
        #expect(segments.last?.rendition.tracks.count == 2)
    }

    @Test func announcedTrackWithoutSamplesChangesNothing() throws {
        var timeline = Timeline()
        timeline.announce(Self.video, at: 0)
        timeline.pictures(Self.video, from: 0, to: 10)
        timeline.announce(Self.audio, at: 3)
        timeline.announce(Self.second, at: 3)
        end(Self.second.id, at: 5, &timeline)
        let (_, segments) = try timeline.run()
        #expect(media(segments, "video").count == 5 && !segments.contains(where: \.isDiscontinuity))
    }

    @Test func newTrackThatStopsDoesNotHoldBackTheOthers() throws {
        var timeline = Timeline()
        timeline.announce(Self.video, at: 0)
        timeline.pictures(Self.video, from: 0, to: 30)
        timeline.announce(Self.audio, at: 4.5)
        timeline.sound(Self.audio, from: 4.5, to: 5)
        var settings = FragmenterSettings(profile: .mpeg4AppleHLS, interval: .seconds(2))
        settings.allowsFormatChanges = true
        var fragmenter = Fragmenter(settings: settings)
        for event in timeline.events.sorted(by: { $0.time < $1.time }) where event.time < 25 {
            try event.apply(&fragmenter)
        }
        // The run has not ended: everything up to the limit and the last interval is published.
        let video = media(fragmenter.dequeueSegments(), "video")
        #expect(start(video.last) >= 20)
    }

    /// The source is lost, and returns with another track, or in another format, at times for which gaps are published.
    @Test(arguments: ["audio", "video", "audio is ahead"], [nil, 200] as [Int64?])
    func changeAfterALossStartsAfterItsGaps(change: String, part: Int64?) throws {
        var timeline = Timeline()
        for track in [Self.video, Self.audio] {
            timeline.announce(track, at: 0)
            timeline.gap(track, from: 5, to: track.id == Self.audio.id && change == "audio is ahead" ? 9.5 : 8.5)
        }
        timeline.pictures(Self.video, from: 0, to: 5)
        timeline.sound(Self.audio, from: 0, to: 5)
        // Everything that returns arrives after the gaps.
        var rest = Timeline()
        let video = change == "audio" ? Self.video : FormatChangeTests.smaller
        if change == "audio" { rest.announce(Self.second, at: 6.2) }
        if change != "audio" { rest.announce(video, at: 6.2) }
        if change == "audio" { rest.sound(Self.second, from: 6.2, to: 14) }
        rest.pictures(video, from: 7, to: 14)
        rest.sound(Self.audio, from: 7.1, to: 14)
        timeline.events += rest.events.sorted { $0.time < $1.time }.map { (max($0.time, 9.6), $0.apply) }
        let (_, segments) = try timeline.run {
            $0.part = part.map { .milliseconds($0) }
            if part != nil { $0.profile = .mpeg4CMAFCompliant }
        }
        let renditions = Set(segments.map(\.rendition.id))
        #expect(renditions.count == (change == "audio" ? 3 : 2))
        for id in renditions {
            var end = -Double.infinity
            for segment in media(segments, id) where segment.kind != .part {
                let track = segment.report.tracks[0]
                #expect(track.earliestPresentationTime.seconds >= end - 0.001, "\(id) \(segment.kind) of \(track)")
                end = max(end, track.earliestPresentationTime.seconds + track.duration.seconds)
            }
            #expect(media(segments, id).contains { $0.isDiscontinuity && $0.kind != .part }, "\(id)")
        }
    }

    /// Audio continues alone, another source with video and audio follows, and the first audio has only gaps.
    @Test(arguments: [nil, 200] as [Int64?], [5.0, 5.4]) func gapsOfATrackThatIsReplacedAreSegments(
        part: Int64?, stop: Double
    )
        throws
    {
        var timeline = Timeline()
        timeline.announce(Self.audio, at: 0)
        timeline.sound(Self.audio, from: 0, to: stop)
        timeline.announce(Self.video, at: 5)
        timeline.announce(Self.second, at: 5)
        timeline.pictures(Self.video, from: 5, to: 12.3)
        timeline.sound(Self.second, from: 5, to: 12.3)
        timeline.gap(Self.audio, from: 5.5, to: 12.25)
        let (_, segments) = try timeline.run {
            $0.part = part.map { .milliseconds($0) }
            if part != nil { $0.profile = .mpeg4CMAFCompliant }
        }
        for id in Set(segments.map(\.rendition.id)) {
            let durations = media(segments, id).filter { $0.kind != .part }.map(\.report.tracks[0].duration.seconds)
            #expect((durations.max() ?? 0) <= 2.1, "\(id) \(durations)")
        }
    }

    @Test func lateTextBeginsWithTheCurrentSegment() throws {
        var text = Track(id: Track.ID(rawValue: 5), format: .timedText(.webVTT), timescale: 1000)
        text.attributes.renditionName = "subtitles"
        var timeline = Timeline()
        timeline.announce(Self.video, at: 0)
        timeline.pictures(Self.video, from: 0, to: 10)
        timeline.announce(text, at: 5)
        for start in stride(from: Int64(5000), to: 9000, by: 1000) {
            let cue = WebVTTCue(start: start, end: start + 500, payload: "cue")
            let sample = Sample(
                track: text.id, timescale: 1000, decodeTicks: start, duration: 500, flags: .sync,
                bytes: ByteSlice(copying: cue.box))
            timeline.events.append((Double(start) / 1000, { try $0.append(sample) }))
        }
        end(text.id, at: 9.5, &timeline)
        let (_, segments) = try timeline.run()
        let cues = media(segments, "subtitles")
        #expect(cues.map { start($0) } == [4, 6, 8] && !segments.contains(where: \.isDiscontinuity))
    }

    @Test func lateTrackIsRefusedWithoutFormatChanges() throws {
        var timeline = Timeline()
        timeline.announce(Self.video, at: 0)
        timeline.pictures(Self.video, from: 0, to: 10)
        timeline.announce(Self.audio, at: 3)
        #expect(throws: PackagingError.self) { try timeline.run { $0.allowsFormatChanges = false } }
    }
}
