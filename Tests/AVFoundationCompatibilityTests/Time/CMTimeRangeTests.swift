import AVFoundationCompatibility
import Testing

@Suite struct CMTimeRangeTests {
    private func range(_ start: Int64, _ duration: Int64) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: start, timescale: 1), duration: CMTime(value: duration, timescale: 1))
    }

    @Test func rangeContainsStartButNotEnd() {
        #expect(range(1, 4).containsTime(CMTime(value: 1, timescale: 1)))
        #expect(!range(1, 4).containsTime(CMTime(value: 5, timescale: 1)))
        #expect(range(1, 4).containsTimeRange(range(2, 3)) && !range(1, 4).containsTimeRange(range(2, 4)))
    }

    @Test func intersectionAndUnionOfRanges() {
        #expect(range(0, 6).intersection(range(4, 6)) == range(4, 2))
        #expect(range(0, 6).intersection(range(7, 1)) == .zero)
        #expect(CMTimeRangeGetUnion(range(0, 1), otherRange: range(5, 1)) == range(0, 6))
        #expect(!range(0, 6).intersection(.invalid).isValid)
    }

    @Test func rangeWithNegativeDurationIsInvalid() {
        #expect(!range(0, -1).isValid && range(3, 0).isEmpty && range(3, 0).isValid)
        #expect(CMTimeRange(start: .zero, duration: .positiveInfinity).isValid)
        #expect(CMTimeRange(start: .zero, end: CMTime(value: 6, timescale: 1)) == range(0, 6))
    }

    @Test func timeIsClampedToRange() {
        #expect(CMTimeClampToRange(CMTime(value: 9, timescale: 1), range: range(1, 4)) == range(1, 4).end)
        #expect(CMTimeClampToRange(.zero, range: range(1, 4)) == range(1, 4).start)
    }
}
