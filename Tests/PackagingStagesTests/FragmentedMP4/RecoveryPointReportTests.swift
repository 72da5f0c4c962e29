import Media
import Packaging
import PackagingStages
import StageKit
import StageTesting
import Testing

/// The reports of `fmp4.segment` about recovery points of H.264.
@Suite struct RecoveryPointReportTests {
    private func track(sync: Double, _ recovery: (immediate: Double, all: Double)?) -> Track {
        let record = AVCDecoderConfiguration(bytes: [1, 0x64, 0, 0x1f, 0xff, 0xe0, 0])
        let format = CodedVideoFormat(configuration: .avc(record), size: PixelSize(width: 64, height: 64))
        var track = Track(id: Track.ID(rawValue: 1), format: .codedVideo(format), timescale: 30)
        func time(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds, preferredTimescale: 1000) }
        track.maximumSyncInterval = time(sync)
        track.recoveryIntervals = recovery.map {
            RecoveryIntervals(immediate: time($0.immediate), all: time($0.all))
        }
        return track
    }

    private func codes(
        _ track: Track, _ access: RandomAccess?, _ profile: FileTypeProfile = .mpeg4AppleHLS
    ) throws -> [String] {
        var options = SegmentFragmentedMP4.Options()
        (options.randomAccess, options.profile, options.interval) = (access, profile, .seconds(2))
        var harness = try TransformHarness(SegmentFragmentedMP4.self, options: options)
        try harness.push(track)
        return harness.problems.map(\.code)
    }

    @Test func distancesOfTheSourceAreThoseOfAcceptedPoints() throws {
        let open = track(sync: 12, (1, 1))
        #expect(try codes(open, nil) == ["recovery-points", "sparse-sync-samples"])
        #expect(try codes(open, .recovery) == [])
        #expect(try codes(open, .recovery, .mpeg4CMAFCompliant) == [])
        let refresh = track(sync: 12, (12, 1))
        #expect(try codes(refresh, .recovery) == [])
        #expect(
            try codes(refresh, .recovery, .mpeg4CMAFCompliant) == ["recovery-points", "sparse-sync-samples"])
    }

    @Test func unlistedRecoveryPointsCanBeCloser() throws {
        #expect(try codes(track(sync: 12, nil), nil) == ["sparse-sync-samples"])
        #expect(try codes(track(sync: 12, nil), .recovery) == [])
    }

    /// I pictures with exact_match_flag 0.
    @Test func approximateRecoveryPointsAreReportedOnce() throws {
        for isExact in [true, false] {
            var options = SegmentFragmentedMP4.Options()
            (options.randomAccess, options.interval) = (.recovery, .seconds(2))
            var harness = try TransformHarness(SegmentFragmentedMP4.self, options: options)
            try harness.push(track(sync: 1, nil))
            let units: [[UInt8]] = [[6, 6, 1, isExact ? 0xc4 : 0x84, 0x80], [0x61, 0x88]]
            let bytes = ByteSlice(copying: units.flatMap { [0, 0, 0, UInt8($0.count)] + $0 })
            for number in 0..<120 {
                try harness.push(
                    Sample(
                        track: Track.ID(rawValue: 1), timescale: 30, decodeTicks: Int64(number), presentationOffset: 0,
                        duration: 1, flags: .predicted, bytes: bytes))
            }
            #expect(harness.problems.map(\.code) == (isExact ? [] : ["approximate-recovery"]))
        }
    }
}
