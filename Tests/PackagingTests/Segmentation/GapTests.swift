import ScriptedMedia
import Packaging
import Media
import Testing

/// A loss of one track, as reported by its source.
@Suite struct GapTests {
    let interval = MediaTime.seconds(2)

    func pictures(_ range: Range<Int64>) -> [Sample] {
        range.map { frame in
            Sample(
                track: Track.ID(rawValue: 1), timescale: 30, decodeTicks: frame, duration: 1,
                flags: frame % 60 == 0 || frame == range.lowerBound ? .sync : .predicted,
                bytes: ByteSlice(copying: [1, 2, 3]))
        }
    }

    func sound(_ range: Range<Int64>, offset: Int64 = 0) -> [Sample] {
        range.map { packet in
            Sample(
                track: Track.ID(rawValue: 2), timescale: 48000, decodeTicks: packet * 1024 + offset, duration: 1024,
                bytes: ByteSlice(copying: [4, 5]))
        }
    }

    /// Returns the segments of video with a gap from 5 s to 11.5 s, reported four times a second, next to continuous
    /// audio.
    func lostPictures(_ adjust: (inout FragmenterSettings) -> Void = { _ in }) throws -> [Segment] {
        var settings = FragmenterSettings(profile: .mpeg4AppleHLS, interval: interval)
        adjust(&settings)
        var fragmenter = Fragmenter(settings: settings)
        try fragmenter.add(Script.video(frames: 1, rate: (30, 1), syncEvery: 1).track)
        try fragmenter.add(Script.audio(packets: 1, rate: 48000, priming: 0).track)
        for sample in pictures(0..<150) { try fragmenter.append(sample) }
        for sample in sound(0..<700) { try fragmenter.append(sample) }
        for quarter in 21...46 {
            try fragmenter.gap(Track.ID(rawValue: 1), until: MediaTime(value: Int64(quarter), timescale: 4))
        }
        for sample in pictures(345..<420) { try fragmenter.append(sample) }
        try fragmenter.finish()
        return fragmenter.dequeueSegments()
    }

    func times(_ segments: [Segment], _ id: String) -> [String] {
        segments.filter { $0.rendition.id == id && $0.kind != .initialization }.map { segment in
            let track = segment.report.tracks[0]
            let start = (track.earliestPresentationTime - .seconds(10)).decimal(places: 2, trimmed: true)
            return
                "\(segment.kind == .gap ? "gap" : "media") \(start)+\(track.duration.decimal(places: 2, trimmed: true))"
        }
    }

    /// Audio that begins before the end of the last packet before the gap.
    @Test func packetsOverlapNoneBeforeTheGap() throws {
        var fragmenter = Fragmenter(settings: FragmenterSettings(profile: .mpeg4CMAFCompliant, interval: interval))
        try fragmenter.add(Script.audio(packets: 1, rate: 48000, priming: 0).track)
        for sample in sound(0..<100) { try fragmenter.append(sample) }
        // The gap is known up to a time within the last packet.
        try fragmenter.gap(Track.ID(rawValue: 2), until: MediaTime(value: 99 * 1024 + 500, timescale: 48000))
        for sample in sound(99..<300, offset: 700) { try fragmenter.append(sample) }
        try fragmenter.finish()
        var end = Int64.min
        for segment in fragmenter.dequeueSegments() where segment.kind != .initialization {
            let track = segment.report.tracks[0]
            let start = track.earliestPresentationTime.ticks(at: 48000)
            #expect(start >= end, "\(start) \(end)")
            end = start + track.duration.ticks(at: 48000)
        }
        #expect(end == 300 * 1024 + 700)
    }

    @Test func gridContinuesThroughALoss() throws {
        let segments = try lostPictures()
        #expect(
            times(segments, "video") == [
                "media 0+2", "media 2+2", "media 4+1", "gap 5+1", "gap 6+2", "gap 8+2", "gap 10+1.5", "media 11.5+0.5",
                "media 12+2",
            ])
    }

    /// Parts of a gap of audio are published up to the end of video. Then video is lost, without a sync sample at the last
    /// boundary: the boundary is earlier than the parts.
    @Test func partsOfAGapMayPassABoundaryWithoutASyncSample() throws {
        var settings = FragmenterSettings(profile: .mpeg4AppleHLS, interval: interval)
        settings.part = .milliseconds(200)
        var fragmenter = Fragmenter(settings: settings)
        try fragmenter.add(Script.video(frames: 1, rate: (30, 1), syncEvery: 1).track)
        try fragmenter.add(Script.audio(packets: 1, rate: 48000, priming: 0).track)
        for sample in sound(0..<80) { try fragmenter.append(sample) }
        for var sample in pictures(0..<75) {
            sample.flags = sample.decodeTicks == 0 ? .sync : .predicted
            try fragmenter.append(sample)
        }
        for tenth in 20...70 as ClosedRange<Int64> {
            let time = MediaTime(value: tenth, timescale: 10)
            try fragmenter.gap(Track.ID(rawValue: 2), until: time)
            if tenth > 30 { try fragmenter.gap(Track.ID(rawValue: 1), until: time) }
        }
        for sample in pictures(210..<270) { try fragmenter.append(sample) }
        for sample in sound(330..<400) { try fragmenter.append(sample) }
        try fragmenter.finish()
        let segments = fragmenter.dequeueSegments().filter { $0.part == nil }
        for id in ["video", "audio"] {
            let reports = segments.filter { $0.rendition.id == id && $0.kind != .initialization }.map {
                $0.report.tracks[0]
            }
            for (report, next) in zip(reports, reports.dropFirst()) {
                let end = report.earliestPresentationTime + report.duration
                #expect(abs((next.earliestPresentationTime - end).seconds) < 0.05, "\(id)")
            }
        }
    }

    @Test func gapsHaveTheirStartOnTheTimelineOfTheSource() throws {
        let gaps = try lostPictures().filter { $0.kind == .gap }
        #expect(gaps.map(\.sourceStart) == [5, 6, 8, 10].map { .seconds($0) })
        let parts = try lostPictures { $0.part = .seconds(1) }.filter { $0.part?.isGap == true }
        #expect(parts.first?.sourceStart == .seconds(5) && parts.allSatisfy { $0.sourceStart != nil })
    }

    @Test func otherTrackIsCutOnTheGridDuringALoss() throws {
        let segments = try lostPictures().filter { $0.rendition.id == "audio" && $0.kind != .initialization }
        #expect(segments.allSatisfy { $0.kind == .separable && !$0.isDiscontinuity })
        for (index, segment) in segments.enumerated() {
            let start = segment.report.tracks[0].earliestPresentationTime - .seconds(10)
            let boundary = interval * Int64(index)
            #expect(start >= boundary && start - boundary < MediaTime(value: 1024, timescale: 48000))
        }
        #expect(segments.reduce(0) { $0 + $1.report.tracks[0].sampleCount } == 700)
    }

    @Test func segmentsAreCompletedDuringALoss() throws {
        var fragmenter = Fragmenter(settings: FragmenterSettings(profile: .mpeg4AppleHLS, interval: interval))
        try fragmenter.add(Script.video(frames: 1, rate: (30, 1), syncEvery: 1).track)
        try fragmenter.add(Script.audio(packets: 1, rate: 48000, priming: 0).track)
        for sample in pictures(0..<150) { try fragmenter.append(sample) }
        for sample in sound(0..<400) { try fragmenter.append(sample) }
        _ = fragmenter.dequeueSegments()
        try fragmenter.gap(Track.ID(rawValue: 1), until: MediaTime(value: 81, timescale: 10))
        let segments = fragmenter.dequeueSegments()
        #expect(times(segments, "video") == ["media 4+1", "gap 5+1", "gap 6+2"])
        // The first packet at or after the boundary starts the next segment.
        #expect(times(segments, "audio").map { $0.prefix(8) } == ["media 4.", "media 6."])
    }

    @Test func lostAudioLeavesGapsAtVideoCuts() throws {
        var fragmenter = Fragmenter(settings: FragmenterSettings(profile: .mpeg4AppleHLS, interval: interval))
        try fragmenter.add(Script.video(frames: 1, rate: (30, 1), syncEvery: 1).track)
        try fragmenter.add(Script.audio(packets: 1, rate: 48000, priming: 0).track)
        for sample in pictures(0..<300) { try fragmenter.append(sample) }
        for sample in sound(0..<141) { try fragmenter.append(sample) }
        for half in 7...14 {
            try fragmenter.gap(Track.ID(rawValue: 2), until: MediaTime(value: Int64(half), timescale: 2))
        }
        // Audio returns at 7 s; the encoder primes it with a packet before that time.
        for sample in sound(-1..<100, offset: 7 * 48000) { try fragmenter.append(sample) }
        try fragmenter.finish()
        let segments = fragmenter.dequeueSegments()
        #expect(times(segments, "video") == ["media 0+2", "media 2+2", "media 4+2", "media 6+2", "media 8+2"])
        #expect(
            times(segments, "audio") == [
                "media 0+2.01", "media 2.01+1", "gap 3.01+0.99", "gap 4+2", "gap 6+1", "media 7+1", "media 8+1.13",
            ])
        #expect(fragmenter.skippedAtDiscontinuities.map(\.count) == [1])
    }

    @Test func lossInsideASegmentLeavesThreeEntries() throws {
        var fragmenter = Fragmenter(settings: FragmenterSettings(profile: .mpeg4AppleHLS, interval: interval))
        try fragmenter.add(Script.video(frames: 1, rate: (30, 1), syncEvery: 1).track)
        for sample in pictures(0..<75) { try fragmenter.append(sample) }
        try fragmenter.gap(Track.ID(rawValue: 1), until: MediaTime(value: 29, timescale: 10))
        for sample in pictures(90..<150) { try fragmenter.append(sample) }
        try fragmenter.finish()
        #expect(
            times(fragmenter.dequeueSegments(), "video") == [
                "media 0+2", "media 2+0.5", "gap 2.5+0.5", "media 3+1", "media 4+1",
            ])
    }

    @Test func framesThatDependOnLostOnesAreDiscarded() throws {
        var fragmenter = Fragmenter(settings: FragmenterSettings(profile: .mpeg4AppleHLS, interval: interval))
        try fragmenter.add(Script.video(frames: 1, rate: (30, 1), syncEvery: 1).track)
        for sample in pictures(0..<75) { try fragmenter.append(sample) }
        try fragmenter.gap(Track.ID(rawValue: 1), until: MediaTime(value: 29, timescale: 10))
        for sample in pictures(60..<150).dropFirst(25) { try fragmenter.append(sample) }
        try fragmenter.finish()
        #expect(
            times(fragmenter.dequeueSegments(), "video") == ["media 0+2", "media 2+0.5", "gap 2.5+1.5", "media 4+1"])
        #expect(fragmenter.skippedAtDiscontinuities.map(\.count) == [35])
    }

    @Test func muxedSegmentsContinueWithTheOtherTrack() throws {
        let segments = try lostPictures { $0.packaging = .together }.filter { $0.kind != .initialization }
        #expect(segments.allSatisfy { $0.kind == .separable && $0.rendition.id == "muxed" })
        #expect(segments.map { $0.report.tracks.map(\.mediaType) }[3] == [.audio])
        #expect(segments.map { $0.report.tracks.map(\.mediaType) }[5] == [.video, .audio])
    }

    @Test func dayLongGapTakesNoMemoryAndKeepsTheGrid() throws {
        var fragmenter = Fragmenter(settings: FragmenterSettings(profile: .mpeg4AppleHLS, interval: interval))
        try fragmenter.add(Script.video(frames: 1, rate: (30, 1), syncEvery: 1).track)
        for sample in pictures(0..<60) { try fragmenter.append(sample) }
        var count = 0
        for second in 3...86_400 {
            try fragmenter.gap(Track.ID(rawValue: 1), until: .seconds(Int64(second)))
            count += fragmenter.dequeueSegments().count { $0.kind == .gap }
        }
        #expect(count == 43_199)
    }
}
