import ScriptedMedia
import Packaging
import Media
import Testing

/// Tracks whose format changes.
@Suite struct FormatChangeTests {
    static let video = Script.video(frames: 1, rate: (30, 1), syncEvery: 1).track
    static let audio = Script.audio(packets: 1, rate: 48000, priming: 0).track

    static var smaller: Track {
        var track = video
        guard case .codedVideo(var format) = track.format else { return track }
        format.size = PixelSize(width: 320, height: 180)
        track.format = .codedVideo(format)
        return track
    }

    static var slower: Track {
        let format = CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: [0x12, 0x10])), sampleRate: 44100, channelCount: 2,
            framesPerPacket: 1024)
        return Track(id: audio.id, format: .codedAudio(format), timescale: 44100)
    }

    static func sample(_ track: Track, _ ticks: Int64, _ duration: Int64, isSync: Bool = true) -> Sample {
        Sample(
            track: track.id, timescale: track.timescale, decodeTicks: ticks, duration: duration,
            flags: isSync ? .sync : .predicted, bytes: ByteSlice(copying: [1, 2, 3]))
    }

    /// The input of a fragmenter in the order of media time.
    struct Timeline {
        var events: [(time: Double, apply: (inout Fragmenter) throws -> Void)] = []

        mutating func announce(_ track: Track, at time: Double) {
            events.append((time - 0.0001, { try $0.add(track) }))
        }
        mutating func pictures(
            _ track: Track, from: Double, to: Double, rate: Double = 30, syncEvery: Int = 60, startsAtSync: Bool = true
        ) {
            var first = startsAtSync
            var frame = Int((from * rate).rounded())
            while Double(frame) < to * rate - 0.001 {
                let ticks = Int64((Double(frame) * Double(track.timescale) / rate).rounded())
                let sample = FormatChangeTests.sample(
                    track, ticks, Int64(Double(track.timescale) / rate), isSync: first || frame % syncEvery == 0)
                events.append((Double(frame) / rate, { try $0.append(sample) }))
                (first, frame) = (false, frame + 1)
            }
        }
        mutating func sound(_ track: Track, from: Double, to: Double) {
            var ticks = Int64(from * Double(track.timescale))
            while Double(ticks) < to * Double(track.timescale) {
                let sample = FormatChangeTests.sample(track, ticks, 1024)
                events.append((Double(ticks) / Double(track.timescale), { try $0.append(sample) }))
                ticks += 1024
            }
        }
        mutating func gap(_ track: Track, from: Double, to: Double) {
            for step in 1...Int((to - from) * 4) {
                let until = MediaTime(value: Int64(from * 4) + Int64(step), timescale: 4)
                events.append((until.seconds - 0.0002, { try $0.gap(track.id, until: until) }))
            }
        }

        func run(_ adjust: (inout FragmenterSettings) -> Void = { _ in }) throws -> (Fragmenter, [Segment]) {
            var settings = FragmenterSettings(profile: .mpeg4AppleHLS, interval: .seconds(2))
            settings.allowsFormatChanges = true
            adjust(&settings)
            var fragmenter = Fragmenter(settings: settings)
            for event in events.sorted(by: { $0.time < $1.time }) { try event.apply(&fragmenter) }
            try fragmenter.finish()
            let segments = fragmenter.dequeueSegments()
            return (fragmenter, segments)
        }
    }

    func media(_ segments: [Segment], _ id: String) -> [Segment] {
        segments.filter { $0.rendition.id == id && $0.kind != .initialization }
    }
    func starts(_ segments: [Segment]) -> [Double] {
        segments.map { ($0.report.tracks[0].earliestPresentationTime.seconds - 10) }
    }

    @Test func frameSizeChangeStartsAPeriodInEveryRendition() throws {
        var timeline = Timeline()
        timeline.announce(Self.video, at: 0)
        timeline.announce(Self.audio, at: 0)
        timeline.pictures(Self.video, from: 0, to: 5)
        timeline.gap(Self.video, from: 5, to: 6.5)
        timeline.announce(Self.smaller, at: 6.6)
        timeline.pictures(Self.smaller, from: 6.6, to: 10)
        timeline.sound(Self.audio, from: 0, to: 10)
        let (_, segments) = try timeline.run()
        let (video, audio) = (media(segments, "video"), media(segments, "audio"))
        let change = try #require(video.first { $0.isDiscontinuity })
        #expect(video.count(where: \.isDiscontinuity) == 1 && audio.count(where: \.isDiscontinuity) == 1)
        #expect(abs(starts([change])[0] - 6.6) < 0.001)
        let sound = try #require(audio.first { $0.isDiscontinuity })
        #expect(starts([sound])[0] - 6.6 >= 0 && starts([sound])[0] - 6.6 < 0.022)
        #expect(starts(video).map { ($0 * 100).rounded() / 100 } == [0, 2, 4, 5, 6, 6.6, 8])
        #expect(video.map(\.kind) == [.separable, .separable, .separable, .gap, .gap, .separable, .separable])
        #expect(video.map(\.index) == Array(0..<7))
        // No audio packet is lost when the video format changes.
        #expect(audio.reduce(0) { $0 + $1.report.tracks[0].sampleCount } == 469)
        let headers = segments.filter { $0.kind == .initialization }
        #expect(headers.count { $0.rendition.id == "video" } == 2)
        let sounds = headers.filter { $0.rendition.id == "audio" }
        #expect(sounds.allSatisfy { $0.data == sounds[0].data })
    }

    /// A sample description that is used from a picture that cannot be decoded alone.
    @Test(arguments: [(end: 8.0, pictures: 60, dropped: 30), (6.0, 0, 30)])
    func picturesOfANewFormatBeforeItsSyncSampleAreCounted(end: Double, pictures: Int, dropped: Int) throws {
        var timeline = Timeline()
        timeline.announce(Self.video, at: 0)
        timeline.pictures(Self.video, from: 0, to: 5)
        timeline.announce(Self.smaller, at: 5)
        timeline.pictures(Self.smaller, from: 5, to: end, startsAtSync: false)
        let (fragmenter, segments) = try timeline.run()
        let video = media(segments, "video")
        #expect(video.reduce(0) { $0 + $1.report.tracks[0].sampleCount } == 150 + pictures)
        #expect(fragmenter.skippedAtDiscontinuities.map(\.count) == [dropped])
    }

    @Test func audioRateChangeWaitsForAVideoSyncSample() throws {
        var timeline = Timeline()
        timeline.announce(Self.video, at: 0)
        timeline.announce(Self.audio, at: 0)
        timeline.pictures(Self.video, from: 0, to: 10)
        timeline.sound(Self.audio, from: 0, to: 5)
        timeline.announce(Self.slower, at: 5.2)
        timeline.sound(Self.slower, from: 5.2, to: 10)
        let (fragmenter, segments) = try timeline.run()
        let (video, audio) = (media(segments, "video"), media(segments, "audio"))
        let places = [video, audio].map { starts($0.filter(\.isDiscontinuity)) }
        #expect(places[0].map { ($0 * 1000).rounded() } == [6000])
        #expect(places[1].count == 1 && places[1][0] >= 6 && places[1][0] < 6.03)
        #expect(audio.contains { $0.kind == .gap })
        #expect(fragmenter.skippedAtDiscontinuities.count == 1)
        // No video frame is lost.
        #expect(video.reduce(0) { $0 + $1.report.tracks[0].sampleCount } == 300)
    }

    @Test func syncSampleIsRequestedOnce() throws {
        var settings = FragmenterSettings(profile: .mpeg4AppleHLS, interval: .seconds(2))
        settings.allowsFormatChanges = true
        var fragmenter = Fragmenter(settings: settings)
        try fragmenter.add(Self.video)
        try fragmenter.add(Self.audio)
        try fragmenter.append(Self.sample(Self.video, 0, 1))
        try fragmenter.append(Self.sample(Self.audio, 0, 1024))
        try fragmenter.add(Self.slower)
        var asked = [fragmenter.dequeueSyncRequest()]
        try fragmenter.append(Self.sample(Self.slower, 44100, 1024))
        for _ in 0..<2 { asked.append(fragmenter.dequeueSyncRequest()) }
        #expect(asked == [false, true, false])
    }

    @Test func videoTracksThatChangeTogetherHaveOneChange() throws {
        let other = Track(id: Track.ID(rawValue: 3), format: Self.video.format, timescale: 30)
        var changed = other
        changed.format = Self.smaller.format
        var timeline = Timeline()
        for track in [Self.video, other] { timeline.announce(track, at: 0) }
        timeline.pictures(Self.video, from: 0, to: 5)
        timeline.pictures(other, from: 0, to: 5)
        timeline.announce(Self.smaller, at: 5)
        timeline.announce(changed, at: 5)
        timeline.pictures(Self.smaller, from: 5, to: 10)
        timeline.pictures(changed, from: 5, to: 10)
        let (fragmenter, segments) = try timeline.run()
        for id in ["video", "video-2"] {
            #expect(starts(media(segments, id).filter(\.isDiscontinuity)).map { $0.rounded() } == [5])
            #expect(media(segments, id).reduce(0) { $0 + $1.report.tracks[0].sampleCount } == 300)
        }
        #expect(fragmenter.skippedAtDiscontinuities.isEmpty)
    }

    @Test func unchangedVideoTrackDeterminesTheChange() throws {
        let other = Track(id: Track.ID(rawValue: 3), format: Self.video.format, timescale: 30)
        var timeline = Timeline()
        for track in [Self.video, other] { timeline.announce(track, at: 0) }
        timeline.pictures(Self.video, from: 0, to: 4.5)
        timeline.pictures(other, from: 0, to: 10)
        timeline.announce(Self.smaller, at: 4.6)
        timeline.pictures(Self.smaller, from: 4.6, to: 10)
        let (_, segments) = try timeline.run()
        for id in ["video", "video-2"] {
            #expect(starts(media(segments, id).filter(\.isDiscontinuity)).map { ($0 * 100).rounded() } == [600])
        }
        #expect(media(segments, "video-2").reduce(0) { $0 + $1.report.tracks[0].sampleCount } == 300)
    }

    @Test func repeatedChangesAreSupported() throws {
        var timeline = Timeline()
        timeline.announce(Self.video, at: 0)
        timeline.announce(Self.audio, at: 0)
        for round in 0..<20 {
            let track = round % 2 == 0 ? Self.video : Self.smaller
            if round > 0 { timeline.announce(track, at: Double(round) * 3) }
            timeline.pictures(track, from: Double(round) * 3, to: Double(round + 1) * 3)
        }
        timeline.sound(Self.audio, from: 0, to: 60)
        let (_, segments) = try timeline.run()
        for id in ["video", "audio"] {
            let list = media(segments, id)
            #expect(list.count(where: \.isDiscontinuity) == 19)
            #expect(list.map(\.index) == Array(0..<list.count))
        }
        #expect(media(segments, "video").reduce(0) { $0 + $1.report.tracks[0].sampleCount } == 1800)
    }

    @Test func changeDuringAGapOfTheLeadingTrackIsImmediate() throws {
        var timeline = Timeline()
        timeline.announce(Self.video, at: 0)
        timeline.announce(Self.audio, at: 0)
        timeline.pictures(Self.video, from: 0, to: 3)
        timeline.gap(Self.video, from: 3, to: 9)
        timeline.sound(Self.audio, from: 0, to: 5)
        timeline.announce(Self.slower, at: 5.2)
        timeline.sound(Self.slower, from: 5.2, to: 9)
        timeline.pictures(Self.video, from: 9, to: 12)
        timeline.sound(Self.slower, from: 9.01, to: 12)
        let (_, segments) = try timeline.run()
        for id in ["video", "audio"] {
            let places = starts(media(segments, id).filter(\.isDiscontinuity))
            #expect(places.count == 1 && abs(places[0] - 5.2) < 0.03)
        }
        #expect(media(segments, "video").last.map { starts([$0])[0] } == 10)
    }

    @Test func changeWithoutTheSettingIsRejected() throws {
        var fragmenter = Fragmenter(settings: FragmenterSettings(profile: .mpeg4AppleHLS, interval: .seconds(2)))
        try fragmenter.add(Self.video)
        #expect(throws: PackagingError.self) { try fragmenter.add(Self.smaller) }
    }
}
