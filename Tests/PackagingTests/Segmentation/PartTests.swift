import ScriptedMedia
import Packaging
import Media
import Testing

/// Segments that are published in parts before they are complete.
@Suite struct PartTests {
    private func segments(
        rate: (Int64, Int64) = (30, 1), sound: Int32 = 48000, wanted: MediaTime, seconds: Int64 = 8, seed: UInt64? = nil
    ) throws -> [Segment] {
        let frames = seconds * rate.0 / rate.1
        let syncEvery = (2 * rate.0 + rate.1 - 1) / rate.1
        return try Script.run(
            [
                .video(frames: frames, rate: rate, syncEvery: syncEvery),
                .audio(packets: seconds * Int64(sound) / 1024, rate: sound, priming: 1024),
            ], interval: .seconds(2), shuffledBy: seed
        ) { $0.part = wanted }
    }

    @Test(
        arguments: [(24000, 1001), (25, 1), (30000, 1001), (30, 1), (50, 1), (60000, 1001)] as [(Int64, Int64)],
        [100, 200, 333, 500, 1000] as [Int64])
    func allPartsExceptTheLastFillTheTarget(rate: (Int64, Int64), wanted: Int64) throws {
        for sound in [44100, 48000] as [Int32] {
            let all = try segments(rate: rate, sound: sound, wanted: .milliseconds(wanted))
            let target = try #require(all[0].rendition.partTarget)
            #expect(all.allSatisfy { $0.rendition.partTarget == target })
            #expect(abs(target.seconds - Double(wanted) / 1000) <= 0.06)
            for part in all.filter({ $0.kind == .part }) {
                let duration = part.report.tracks[0].duration
                #expect(duration <= target)
                #expect(part.part?.isLast == true || duration.seconds >= 0.85 * target.seconds, "\(duration) \(target)")
            }
        }
    }

    @Test(arguments: [nil, 1, 2, 3] as [UInt64?])
    func partsOfASegmentAreItsBytes(seed: UInt64?) throws {
        let all = try segments(wanted: .milliseconds(500), seed: seed)
        for rendition in ["video", "audio"] {
            let own = all.filter { $0.rendition.id == rendition && $0.kind != .initialization }
            let whole = own.filter { $0.kind == .separable }
            #expect(whole.count == 4)
            for segment in whole {
                let parts = own.filter { $0.kind == .part && $0.index == segment.index }
                #expect(parts.map { $0.part?.index } == parts.indices.map { $0 })
                #expect(parts.map { $0.part?.isLast == true } == parts.indices.map { $0 == parts.count - 1 })
                #expect(parts.flatMap(\.data.bytes) == segment.data.bytes)
                #expect(segment.report.tracks[0].duration == parts.reduce(.zero) { $0 + $1.report.tracks[0].duration })
                #expect(parts.first?.part?.isIndependent == true)
            }
        }
    }

    @Test func segmentReportCoversAllParts() throws {
        let all = try segments(wanted: .milliseconds(500))
        let segment = try #require(all.first { $0.kind == .separable && $0.rendition.id == "video" })
        #expect(segment.report.fragments.count == 4)
        let bytes = segment.data.bytes
        for fragment in segment.report.fragments {
            #expect(bytes[fragment.offset + 4..<fragment.offset + 8].elementsEqual("moof".utf8))
        }
        #expect(segment.report.fragments.map { $0.firstVideoSample?.isSync } == [true, false, false, false])
    }

    @Test func partIsEmittedWithTheFirstSampleThatExceedsIt() throws {
        var settings = FragmenterSettings(profile: .mpeg4CMAFCompliant, interval: .seconds(2))
        settings.part = .milliseconds(500)
        settings.maximumLiveSegmentDuration = .milliseconds(2499)
        var fragmenter = Fragmenter(settings: settings)
        var script = Script.video(frames: 61, rate: (30, 1), syncEvery: 60)
        script.track.liveOrigin = .zero
        try fragmenter.add(script.track)
        var seen: [String] = []
        for (number, sample) in script.samples.enumerated() {
            try fragmenter.append(sample)
            for segment in fragmenter.dequeueSegments() where segment.kind != .initialization {
                seen.append("\(number): \(segment.kind)\(segment.part?.isLast == true ? ", last" : "")")
            }
        }
        #expect(seen == ["15: part", "30: part", "45: part", "60: part, last", "60: separable"])
    }

    @Test(arguments: [200, 333, 500] as [Int64])
    func audioAndVideoStayWithinAPartOfEachOther(wanted: Int64) throws {
        var settings = FragmenterSettings(profile: .mpeg4CMAFCompliant, interval: .seconds(2))
        settings.part = .milliseconds(wanted)
        settings.maximumLiveSegmentDuration = .milliseconds(2499)
        var fragmenter = Fragmenter(settings: settings)
        var (video, audio) = (
            Script.video(frames: 240, rate: (30, 1), syncEvery: 60), Script.audio(packets: 375, rate: 48000, priming: 0)
        )
        (video.track.liveOrigin, audio.track.liveOrigin) = (.zero, .zero)
        try fragmenter.add(video.track)
        try fragmenter.add(audio.track)
        var (ends, target): ([String: MediaTime], MediaTime) = ([:], .zero)
        // In the order of capture.
        for sample in (video.samples + audio.samples).sorted(by: { $0.decodeTime < $1.decodeTime }) {
            try fragmenter.append(sample)
            for part in fragmenter.dequeueSegments() where part.kind == .part {
                target = try #require(part.rendition.partTarget)
                let track = part.report.tracks[0]
                ends[part.rendition.id] = track.earliestPresentationTime + track.duration
            }
            guard let pictures = ends["video"], let sound = ends["audio"] else { continue }
            #expect(abs((pictures - sound).seconds) <= target.seconds + 0.001, "\(pictures) \(sound)")
        }
        #expect(ends.count == 2 && ends.values.allSatisfy { $0 > .seconds(7) })
    }

    @Test func lossEndsTheSegmentWithItsLastPart() throws {
        var settings = FragmenterSettings(profile: .mpeg4CMAFCompliant, interval: .seconds(2))
        settings.part = .milliseconds(500)
        var fragmenter = Fragmenter(settings: settings)
        var script = Script.video(frames: 90, rate: (30, 1), syncEvery: 60)
        script.track.liveOrigin = .zero
        try fragmenter.add(script.track)
        for sample in script.samples[..<50] { try fragmenter.append(sample) }
        try fragmenter.gap(script.track.id, until: .milliseconds(2000))
        for sample in script.samples[60...] { try fragmenter.append(sample) }
        try fragmenter.finish()
        let all = fragmenter.dequeueSegments().filter { $0.kind != .initialization }
        #expect(
            all.map { "\($0.kind) \($0.index)" } == [
                "part 0", "part 0", "part 0", "part 0", "separable 0", "part 1", "gap 1", "part 2", "part 2",
                "separable 2",
            ])
        let parts = all.filter { $0.kind == .part }
        #expect(parts.map { $0.part?.isLast } == [false, false, false, true, true, false, true])
        #expect(parts.map { $0.part?.isGap } == [false, false, false, false, true, false, false])
    }

    /// Returns the segments of video with a gap from frame 50 to frame 180, reported every 250 ms, and the time at
    /// which each was emitted.
    private func lossy() throws -> (segments: [Segment], known: [MediaTime]) {
        var settings = FragmenterSettings(profile: .mpeg4CMAFCompliant, interval: .seconds(2))
        settings.part = .milliseconds(500)
        var fragmenter = Fragmenter(settings: settings)
        var script = Script.video(frames: 240, rate: (30, 1), syncEvery: 60)
        script.track.liveOrigin = .zero
        try fragmenter.add(script.track)
        var (segments, known): ([Segment], [MediaTime]) = ([], [])
        func collect(_ time: MediaTime) {
            for segment in fragmenter.dequeueSegments() where segment.kind != .initialization {
                segments.append(segment)
                known.append(time)
            }
        }
        for sample in script.samples[..<50] { try fragmenter.append(sample) }
        collect(.zero)
        for quarter in Int64(7)...23 {
            let time = MediaTime.milliseconds(250 * quarter)
            try fragmenter.gap(script.track.id, until: time)
            collect(time)
        }
        for sample in script.samples[180...] {
            try fragmenter.append(sample)
            collect(sample.presentationTime)
        }
        try fragmenter.finish()
        collect(.seconds(8))
        return (segments, known)
    }

    @Test func gapIsEmittedInPartsWithoutBytes() throws {
        let all = try lossy().segments
        for gap in all.filter({ $0.kind == .gap }) {
            let parts = all.filter { $0.kind == .part && $0.index == gap.index }
            #expect(
                parts.allSatisfy { $0.part?.isGap == true && $0.part?.isIndependent == false && $0.data.count == 0 })
            #expect(parts.map { $0.part?.index } == parts.indices.map { $0 })
            #expect(parts.map { $0.part?.isLast == true } == parts.indices.map { $0 == parts.count - 1 })
            #expect(parts.dropLast().allSatisfy { $0.report.tracks[0].duration == .milliseconds(500) })
            #expect(gap.report.kind == .gap)
            #expect(gap.report.tracks[0].duration == parts.reduce(.zero) { $0 + $1.report.tracks[0].duration })
        }
        #expect(all.filter { $0.kind == .gap }.map { $0.report.tracks[0].duration.seconds } == [1.0 / 3, 2, 2])
        let media = all.filter { $0.kind == .separable }
        #expect(media.map(\.index) == [0, 4])
        #expect(all.first { $0.index == 4 && $0.kind == .part }?.part?.isIndependent == true)
    }

    @Test func partsOfAGapAreEmittedWhenTheyEnd() throws {
        let (segments, known) = try lossy()
        for (segment, time) in zip(segments, known) where segment.part?.isGap == true {
            let track = segment.report.tracks[0]
            let end = track.earliestPresentationTime + track.duration
            // The gap is reported every 250 ms.
            #expect(time >= end && time - end <= .milliseconds(250), "\(end) \(time)")
        }
        #expect(segments.filter { $0.part?.isGap == true }.count == 9)
    }

    @Test(arguments: [20, 333, 1000, 1999, 2001, 5000] as [Int64])
    func gapsOfAnyDurationAreEmittedCompletely(milliseconds: Int64) throws {
        var settings = FragmenterSettings(profile: .mpeg4CMAFCompliant, interval: .seconds(2))
        settings.part = .milliseconds(333)
        var fragmenter = Fragmenter(settings: settings)
        var script = Script.video(frames: 300, rate: (30, 1), syncEvery: 1)
        script.track.liveOrigin = .zero
        try fragmenter.add(script.track)
        let last = 70 + (milliseconds * 30 + 999) / 1000
        for sample in script.samples[..<70] { try fragmenter.append(sample) }
        for time in stride(from: Int64(2334), through: 2333 + milliseconds, by: 41) {
            try fragmenter.gap(script.track.id, until: .milliseconds(time))
        }
        for sample in script.samples[Int(last)...] { try fragmenter.append(sample) }
        try fragmenter.finish()
        let all = fragmenter.dequeueSegments().filter { $0.kind != .initialization }
        let target = try #require(all[0].rendition.partTarget)
        var end = MediaTime.zero
        for (index, part) in all.filter({ $0.kind == .part }).enumerated() {
            let track = part.report.tracks[0]
            #expect(index == 0 || track.earliestPresentationTime == end)
            #expect(track.duration <= target && track.duration > .zero)
            end = track.earliestPresentationTime + track.duration
        }
        // Segments and their parts match in both directions.
        let whole = all.filter { $0.kind != .part }
        #expect(whole.map(\.index) == whole.indices.map { $0 })
        for segment in whole {
            let parts = all.filter { $0.kind == .part && $0.index == segment.index }
            #expect(parts.map { $0.part?.isLast == true } == parts.indices.map { $0 == parts.count - 1 })
            #expect(parts.allSatisfy { ($0.part?.isGap == true) == (segment.kind == .gap) })
        }
    }

    @Test func trickPlayRenditionsHaveNoParts() throws {
        var script = Script.video(frames: 120, rate: (30, 1), syncEvery: 30)
        script.track.attributes.isTrickPlay = true
        let all = try Script.run([script], interval: .seconds(2)) { $0.part = .milliseconds(500) }
        #expect(!all.contains { $0.kind == .part || $0.rendition.partTarget != nil })
    }
}
