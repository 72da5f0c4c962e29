import ScriptedMedia
import Packaging
import Media
import Testing

@Suite struct FragmenterTests {
    @Test func thirtySecondMovieHasFiveSegmentsOfSixSeconds() throws {
        let video = Script.video(frames: 900, rate: (30000, 1000), syncEvery: 180)
        let segments = try Script.run([video], interval: .seconds(6)).filter { $0.kind == .separable }
        #expect(segments.count == 5)
        #expect(segments.allSatisfy { $0.report.tracks[0].duration == .seconds(6) })
        #expect(segments.map(\.index) == [0, 1, 2, 3, 4])
    }

    @Test(arguments: [(24, 1), (25, 1), (30000, 1001), (30, 1), (50, 1), (60000, 1001), (60, 1)])
    func segmentsStartAtTheFirstSyncSampleAtOrAfterABoundary(numerator: Int64, denominator: Int64) throws {
        let video = Script.video(
            frames: 2000, rate: (numerator * 1000, denominator * 1000),
            isSync: { frame, time in
                let previous = MediaTime(value: (frame - 1) * denominator * 1000, timescale: Int32(numerator * 1000))
                return frame == 0
                    || SegmentGrid(interval: .seconds(6)).index(at: time)
                        > SegmentGrid(interval: .seconds(6)).index(at: previous)
            })
        let segments = try Script.run([video], interval: .seconds(6)).filter { $0.kind == .separable }
        for segment in segments {
            let start = segment.report.tracks[0].earliestPresentationTime - .seconds(10)
            let boundary = SegmentGrid(interval: .seconds(6)).boundary(Int64(segment.index))
            #expect(start >= boundary)
            #expect(start - boundary < MediaTime(value: denominator, timescale: Int32(numerator)))
        }
    }

    @Test func sparseSyncSamplesResultInLongSegmentsOnTheGrid() throws {
        let video = Script.video(
            frames: 900, rate: (30, 1), isSync: { frame, _ in [0, 210, 360, 720].contains(frame) })
        let segments = try Script.run([video], interval: .seconds(6)).filter { $0.kind == .separable }
        // 7 s is the first sync sample after 6 s; 12 s is on the grid; 24 s is the first sync sample after 18 s.
        #expect(segments.map { $0.report.tracks[0].earliestPresentationTime } == [10, 17, 22, 34].map { .seconds($0) })
    }

    @Test func audioIsCutAtTheFirstPacketAtOrAfterTheVideoCut() throws {
        let video = Script.video(frames: 900, rate: (30, 1), syncEvery: 180)
        let audio = Script.audio(packets: 1410, rate: 48000, priming: 1024)
        let segments = try Script.run([video, audio], interval: .seconds(6)).filter { $0.rendition.id == "audio" }
        let media = segments.filter { $0.kind == .separable }
        #expect(media.count == 5)
        for segment in media.dropFirst() {
            let start = segment.report.tracks[0].earliestPresentationTime - .seconds(10)
            let boundary = MediaTime.seconds(6) * Int64(segment.index)
            #expect(start >= boundary && start - boundary < MediaTime(value: 1024, timescale: 48000))
        }
    }

    @Test(arguments: 0..<20) func orderBetweenTracksDoesNotChangeTheSegments(seed: UInt64) throws {
        let video = Script.video(frames: 300, rate: (30, 1), syncEvery: 30)
        let audio = Script.audio(packets: 470, rate: 48000, priming: 1024)
        let reference = try Script.run([video, audio], interval: .seconds(1))
        let shuffled = try Script.run([video, audio], interval: .seconds(1), shuffledBy: seed)
        for id in ["video", "audio"] {
            let (left, right) = (reference.filter { $0.rendition.id == id }, shuffled.filter { $0.rendition.id == id })
            #expect(left.map(\.data) == right.map(\.data))
            #expect(left.map(\.report) == right.map(\.report))
        }
    }

    @Test(arguments: 0..<20) func durationsAddUpAndDecodeTimesIncrease(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let video = Script.variableVideo(frames: 500, using: &generator)
        let segments = try Script.run([video], interval: .seconds(2)).filter { $0.kind == .separable }
        let total = segments.reduce(MediaTime.zero) { $0 + $1.report.tracks[0].duration }
        #expect(total.ticks(at: 90_000) == video.samples.reduce(0) { $0 + $1.duration })
        #expect(segments.reduce(0) { $0 + $1.report.tracks[0].sampleCount } == 500)
    }

    @Test func muxedSegmentsContainBothTracks() throws {
        let video = Script.video(frames: 180, rate: (30, 1), syncEvery: 60)
        let audio = Script.audio(packets: 282, rate: 48000, priming: 0)
        let segments = try Script.run([audio, video], interval: .seconds(2)) { $0.packaging = .together }
        #expect(segments.map(\.rendition.id) == ["muxed", "muxed", "muxed", "muxed"])
        #expect(segments[1].report.tracks.map(\.mediaType) == [.video, .audio])
    }

    @Test func fragmentsMayStartAtEverySyncSample() throws {
        let video = Script.video(frames: 360, rate: (30, 1), syncEvery: 30)
        let segments = try Script.run([video], interval: .seconds(6)) { $0.fragmentation = .syncSample }
        let report = segments[1].report
        #expect(report.fragments.count == 6)
        #expect(report.fragments.allSatisfy { $0.firstVideoSample?.isSync == true })
        let end = report.fragments.last.map { $0.offset + $0.length }
        #expect(end == segments[1].data.count)
    }

    @Test func audioOnlyPresentationIsCutOnTheGrid() throws {
        let audio = Script.audio(packets: 938, rate: 48000, priming: 0)
        let segments = try Script.run([audio], interval: .seconds(6)).filter { $0.kind == .separable }
        #expect(segments.count == 4)
        #expect(segments[1].report.tracks[0].earliestPresentationTime >= .seconds(16))
    }
}

@Suite struct PrimingTests {
    @Test func appleHLSPlacesPrimingWithinTheTimeOffset() throws {
        let segments = try Script.run([Script.audio(packets: 100, rate: 48000, priming: 1024)], interval: .seconds(6))
        #expect(segments[1].report.tracks[0].earliestPresentationTime == MediaTime(value: 478_976, timescale: 48000))
    }

    @Test func cmafRemovesPrimingByEditList() throws {
        let script = [Script.audio(packets: 100, rate: 48000, priming: 1024)]
        let segments = try Script.run(script, interval: .seconds(6), profile: .mpeg4CMAFCompliant)
        #expect(segments[1].report.tracks[0].earliestPresentationTime == MediaTime(value: -1024, timescale: 48000))
        let header = segments[0].data.bytes
        #expect(header.firstRange(of: Array("elst".utf8)) != nil)
        #expect(segments[1].data.bytes.firstRange(of: Array("tfdt".utf8)).map { $0.upperBound } != nil)
    }

    @Test func insufficientOffsetIsRejectedWithTheRequiredOne() {
        #expect {
            try Script.run([Script.audio(packets: 10, rate: 48000, priming: 1024)], interval: .seconds(6)) {
                $0.timeOffset = .milliseconds(10)
            }
        } throws: { error in
            (error as? PackagingError)?.code == .negativeDecodeTime && "\(error)".contains("0.022s is enough")
        }
    }
}

@Suite struct BadSampleTests {
    @Test func decreasingDecodeTimesAreRejected() {
        var video = Script.video(frames: 10, rate: (30, 1), syncEvery: 5)
        video.samples[6].decodeTicks = 2
        #expect(throws: PackagingError.self) { try Script.run([video], interval: .seconds(1)) }
    }

    @Test func jumpingDecodeTimesAreRejected() {
        var video = Script.video(frames: 10, rate: (30, 1), syncEvery: 5)
        video.samples[9].decodeTicks += 30 * 60
        #expect(throws: PackagingError.self) { try Script.run([video], interval: .seconds(1)) }
    }

    @Test(arguments: [Int64.max, .min, .max / 2]) func timesAtTheLimitsDoNotTrap(ticks: Int64) {
        var video = Script.video(frames: 3, rate: (30, 1), syncEvery: 1)
        video.samples[1].decodeTicks = ticks
        #expect(throws: PackagingError.self) { try Script.run([video], interval: .seconds(1)) }
    }

    @Test func trackWithoutSyncSamplesIsRejected() {
        let video = Script.video(frames: 10, rate: (30, 1), isSync: { _, _ in false })
        #expect(throws: PackagingError.self) { try Script.run([video], interval: .seconds(1)) }
    }

    @Test func samplesBeforeTheFirstSyncSampleAreDiscarded() throws {
        let video = Script.video(frames: 60, rate: (30, 1), isSync: { frame, _ in frame % 30 == 15 })
        let segments = try Script.run([video], interval: .seconds(6))
        #expect(segments[1].report.tracks[0].sampleCount == 45)
        #expect(segments[1].report.fragments[0].firstVideoSample?.isSync == true)
    }
}
