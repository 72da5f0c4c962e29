import BuiltinStages
import Media
import StageKit
import StageTesting
import Testing

/// The sync samples that `fmp4.segment` requests, and those that do not come.
@Suite struct KeyframeRequestTests {
    private static func harness(
        isLive: Bool = true
    ) throws -> (harness: TransformHarness<SegmentFragmentedMP4>, track: Track) {
        var options = SegmentFragmentedMP4.Options()
        options.interval = .seconds(2)
        let track = Track.scripted(.video, id: 1, liveOrigin: isLive ? 0 : nil)
        var harness = TransformHarness(try SegmentFragmentedMP4(options: options))
        try harness.push(track)
        return (harness, track)
    }

    private static func requestedTimes(_ harness: TransformHarness<SegmentFragmentedMP4>) -> [MediaTime?] {
        harness.requests.compactMap { request in
            if case .keyframe(let time) = request { time } else { nil }
        }
    }

    @Test func boundariesAreRequestedOnceAndAheadOfTime() throws {
        var (harness, track) = try Self.harness()
        for sample in Sample.scripted(track, count: 1, duration: 3000) { try harness.push(sample) }
        #expect(Self.requestedTimes(harness) == [2, 4, 6, 8, 10, 12, 14].map { .seconds($0) })
        for sample in Sample.scripted(track, count: 300, duration: 3000, syncEvery: 60).dropFirst() {
            try harness.push(sample)
        }
        #expect(Self.requestedTimes(harness) == (1...11).map { .seconds($0 * 2) })
        #expect(harness.problems.isEmpty)
    }

    @Test func theFirstOverdueBoundaryIsReportedWithinItsInterval() throws {
        var (harness, track) = try Self.harness()
        for sample in Sample.scripted(track, count: 600, duration: 3000, syncEvery: 1000) {
            try harness.push(sample)
            if sample.presentationTime < .seconds(3) { #expect(harness.problems.isEmpty) }
            if sample.presentationTime >= .seconds(4) { #expect(harness.problems.map(\.code) == ["boundary-overdue"]) }
        }
        #expect(harness.problems[0].message.contains("max-keyframe-distance"))
        #expect(harness.requests.contains(.keyframe(at: nil)), "it is requested again")
    }

    @Test func aSegmentWithoutAnEndDoesNotRetainAllMemory() throws {
        var (harness, track) = try Self.harness()
        let bytes = ByteSlice([UInt8](repeating: 0, count: 4 << 20))
        let error = #expect(throws: StageError.self) {
            for var sample in Sample.scripted(track, count: 300, duration: 3000, syncEvery: 1000) {
                sample.bytes = bytes
                try harness.push(sample)
            }
        }
        #expect(error?.code == .limitReached)
    }

    @Test func filesAreNotReported() throws {
        var (harness, track) = try Self.harness(isLive: false)
        for sample in Sample.scripted(track, count: 600, duration: 3000, syncEvery: 1000) { try harness.push(sample) }
        #expect(harness.problems.isEmpty)
    }
}
