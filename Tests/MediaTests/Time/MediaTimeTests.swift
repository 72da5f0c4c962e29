import Media
import Testing

@Suite struct MediaTimeTests {
    @Test func timesOfDifferentTimescalesCompareExactly() {
        #expect(MediaTime(value: 1001, timescale: 30000) < MediaTime(value: 1, timescale: 29))
        #expect(MediaTime(value: 500, timescale: 1000) == MediaTime(value: 1, timescale: 2))
        #expect(MediaTime.seconds(1_000_000) < .indefinite)
    }

    @Test func additionIsExactIfACommonTimescaleFits() {
        let sum = MediaTime(value: 1001, timescale: 30000) + MediaTime(value: 1024, timescale: 48000)
        #expect(sum == MediaTime(value: 1001 * 8 + 1024 * 5, timescale: 240_000))
    }

    @Test func arithmeticSaturatesInsteadOfTrapping() {
        let end = MediaTime(value: .max, timescale: 1)
        #expect((end + .seconds(1)).value == .max)
        #expect((end * 3).value == .max)
        #expect(end.ticks(at: 90_000) == .max)
    }

    @Test(arguments: [
        (MediaTime(value: 1001, timescale: 30000), 5, "0.03337"), (MediaTime(value: 6, timescale: 1), 3, "6.000"),
        (MediaTime(value: -1, timescale: 3), 3, "-0.333"), (MediaTime(value: 5, timescale: 10), 0, "1"),
    ])
    func decimalsAreRoundedInIntegers(time: MediaTime, places: Int, expected: String) {
        #expect(time.decimal(places: places) == expected)
    }

    @Test func roundingModesAreApplied() {
        let time = MediaTime(value: -1, timescale: 3)
        #expect(time.ticks(at: 1, rounding: .down) == -1)
        #expect(time.ticks(at: 1, rounding: .up) == 0)
        #expect(time.ticks(at: 1, rounding: .toNearest) == 0)
    }

    @Test func secondsAreRoundedToTheTimescale() {
        #expect(MediaTime(seconds: 6, preferredTimescale: 1) == .seconds(6))
        #expect(MediaTime(seconds: 1.0 / 3, preferredTimescale: 600).value == 200)
        #expect(MediaTime(seconds: .infinity, preferredTimescale: 600).isIndefinite)
        #expect(MediaTime(seconds: .nan, preferredTimescale: 600).isIndefinite)
        #expect(MediaTime(seconds: 1e300, preferredTimescale: 600).value == .max)
        #expect(MediaTime(seconds: -1e300, preferredTimescale: 600).value == .min)
    }
}
