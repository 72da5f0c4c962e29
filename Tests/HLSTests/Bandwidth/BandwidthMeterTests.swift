import HLS
import Media
import ScriptedMedia
import Testing

@Suite struct BandwidthMeterTests {
    private func meter(_ target: Int, _ segments: [(bytes: Int, milliseconds: Int64)]) -> BandwidthMeter {
        var meter = BandwidthMeter(target: TargetDuration(seconds: target))
        for segment in segments { meter.add(bytes: segment.bytes, duration: .milliseconds(segment.milliseconds)) }
        return meter
    }

    @Test func shortLastSegmentDoesNotInflateThePeak() {
        let meter = meter(6, [(6000, 6000), (6000, 6000), (3000, 500)])
        // 9000 bytes in 6.5 s, not 3000 in half a second.
        #expect(meter.peak == 11077)
        #expect(meter.average == 9600)
    }

    @Test func shortSegmentsAreCombinedToHalfATarget() {
        let meter = meter(4, [(1000, 1000), (5000, 1000), (1000, 1000), (1000, 1000)])
        #expect(meter.peak == 24000)
    }

    @Test func peakOfShortMovieIsItsAverage() {
        #expect(meter(6, [(1000, 1000)]).peak == 8000)
        #expect(meter(6, []).peak == 0)
    }

    @Test(arguments: UInt64(1)...20)
    func peakEqualsExhaustiveSearch(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let segments = (0..<60).map { _ in
            (
                bytes: Int.random(in: 1...100_000, using: &random),
                milliseconds: Int64.random(in: 100...6400, using: &random)
            )
        }
        var expected = 0.0
        for first in segments.indices {
            var (bytes, time) = (0, Int64(0))
            for segment in segments[first...] {
                bytes += segment.bytes
                time += segment.milliseconds
                if (3000...9000).contains(time) { expected = max(expected, Double(bytes) * 8000 / Double(time)) }
            }
        }
        #expect(meter(6, segments).peak == Int(expected.rounded(.up)))
    }

    @Test func hugeNumbersDoNotTrap() {
        var meter = BandwidthMeter(target: TargetDuration(seconds: .max))
        meter.add(bytes: 1 << 60, duration: .indefinite)
        meter.add(bytes: 1 << 60, duration: MediaTime(value: .max, timescale: 1))
        #expect(meter.peak >= 0)
    }

    @Test func peaksOfCombinedRenditionsAddUp() {
        let sum = Bandwidth(peak: 10, average: 5) + Bandwidth(peak: 3, average: 2)
        #expect(sum == Bandwidth(peak: 13, average: 7))
    }
}
