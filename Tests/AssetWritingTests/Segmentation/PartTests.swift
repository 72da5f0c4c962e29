import AssetWriting
import Media
import Testing

/// Segments that are given out in parts before they are whole.
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
    func everyPartButTheLastFillsTheTarget(rate: (Int64, Int64), wanted: Int64) throws {
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
    func thePartsOfASegmentAreItsBytes(seed: UInt64?) throws {
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

    @Test func whatIsWhereIsSaidOfTheWholeSegment() throws {
        let all = try segments(wanted: .milliseconds(500))
        let segment = try #require(all.first { $0.kind == .separable && $0.rendition.id == "video" })
        #expect(segment.report.fragments.count == 4)
        let bytes = segment.data.bytes
        for fragment in segment.report.fragments {
            #expect(bytes[fragment.offset + 4..<fragment.offset + 8].elementsEqual("moof".utf8))
        }
        #expect(segment.report.fragments.map { $0.firstVideoSample?.isSync } == [true, false, false, false])
    }

    @Test func aPartComesWithTheFirstSampleThatHasNoPlaceInIt() throws {
        var settings = FragmenterSettings(profile: .mpeg4CMAFCompliant, interval: .seconds(2))
        settings.part = .milliseconds(500)
        settings.longestLiveSegment = .milliseconds(2499)
        var fragmenter = Fragmenter(settings: settings)
        var script = Script.video(frames: 61, rate: (30, 1), syncEvery: 60)
        script.track.liveOrigin = 1_000_000
        try fragmenter.add(script.track)
        var seen: [String] = []
        for (number, sample) in script.samples.enumerated() {
            try fragmenter.append(sample)
            for segment in fragmenter.takeSegments() where segment.kind != .initialization {
                seen.append("\(number): \(segment.kind)\(segment.part?.isLast == true ? ", last" : "")")
            }
        }
        #expect(seen == ["15: part", "30: part", "45: part", "60: part, last", "60: separable"])
    }

    @Test func aLossEndsTheSegmentWithItsLastPart() throws {
        var settings = FragmenterSettings(profile: .mpeg4CMAFCompliant, interval: .seconds(2))
        settings.part = .milliseconds(500)
        var fragmenter = Fragmenter(settings: settings)
        var script = Script.video(frames: 90, rate: (30, 1), syncEvery: 60)
        script.track.liveOrigin = 1_000_000
        try fragmenter.add(script.track)
        for sample in script.samples[..<50] { try fragmenter.append(sample) }
        try fragmenter.gap(script.track.id, until: .milliseconds(2000))
        for sample in script.samples[60...] { try fragmenter.append(sample) }
        try fragmenter.finish()
        let all = fragmenter.takeSegments().filter { $0.kind != .initialization }
        #expect(
            all.map { "\($0.kind) \($0.index)" } == [
                "part 0", "part 0", "part 0", "part 0", "separable 0", "gap 1", "part 2", "part 2", "separable 2",
            ])
        #expect(all.filter { $0.kind == .part }.map { $0.part?.isLast } == [false, false, false, true, false, true])
    }

    @Test func listsOfSinglePicturesHaveNoParts() throws {
        var script = Script.video(frames: 120, rate: (30, 1), syncEvery: 30)
        script.track.attributes.isTrickPlay = true
        let all = try Script.run([script], interval: .seconds(2)) { $0.part = .milliseconds(500) }
        #expect(!all.contains { $0.kind == .part || $0.rendition.partTarget != nil })
    }
}
