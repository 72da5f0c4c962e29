import HLS
import Media
import Testing

@Suite struct FrameRateMeterTests {
    @Test(arguments: [
        (180, MediaTime(value: 180 * 1001, timescale: 30000), Ratio(30000, 1001), "29.970"),
        (180, MediaTime.seconds(6), Ratio(30), "30.000"),
        // Durations in milliseconds, as some containers store them.
        (144, MediaTime.milliseconds(6006), Ratio(24000, 1001), "23.976"),
        (359, MediaTime.milliseconds(5989), Ratio(60000, 1001), "59.940"),
        (75, MediaTime.seconds(6), Ratio(25, 2), "12.500"),
        // Measured, and not close to a common rate.
        (97, MediaTime.seconds(6), Ratio(16166, 1000), "16.166"),
    ])
    func standardRatesAreExactAndOthersAreMeasured(pictures: Int, duration: MediaTime, expected: Ratio, text: String) {
        var meter = FrameRateMeter()
        meter.add(sampleCount: pictures, duration: duration)
        #expect(meter.ratio == expected)
        #expect(FrameRate(expected).description == text)
    }

    @Test func highestRateOfAllFormatsIsReported() {
        var meter = FrameRateMeter()
        meter.add(sampleCount: 150, duration: .seconds(5))
        meter.beginFormat()
        #expect(meter.ratio == Ratio(30))
        meter.add(sampleCount: 50, duration: .seconds(5))
        #expect(meter.ratio == Ratio(30))
        meter.beginFormat()
        meter.add(sampleCount: 300, duration: .seconds(5))
        #expect(meter.ratio == Ratio(60))
    }

    /// A camera that loses frames at the start, and a screen recording.
    @Test func fastestStretchOfAVariableRateCounts() {
        var meter = FrameRateMeter()
        meter.add(sampleCount: 40, duration: .seconds(2))
        #expect(meter.ratio == Ratio(20))
        #expect(!FrameRateMeter.isTooLow(Ratio(20), for: meter.ratio))
        // Short segments are measured together.
        for _ in 0..<4 { meter.add(sampleCount: 15, duration: .milliseconds(500)) }
        #expect(meter.ratio == Ratio(30))
        #expect(FrameRateMeter.isTooLow(Ratio(20), for: meter.ratio))
        meter.add(sampleCount: 1, duration: .seconds(10))
        #expect(meter.ratio == Ratio(30))
    }

    @Test func jitterDoesNotChangeTheAverage() {
        var meter = FrameRateMeter()
        for difference in [9, -9, 6, -6] {
            meter.add(sampleCount: 60, duration: .milliseconds(Int64(2000 + difference)))
        }
        #expect(meter.ratio == Ratio(30))
    }

    @Test func rateIsNilWithoutFrames() {
        var meter = FrameRateMeter()
        #expect(meter.ratio == nil)
        meter.add(sampleCount: 1, duration: .zero)
        #expect(meter.ratio == nil)
    }
}
