import Media
import Testing

/// Times of the clocks, and durations between them.
@Suite struct TypedTimeTests {
    static let limits: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]

    @Test(arguments: limits, limits) func arithmeticSaturates(first: Int64, second: Int64) {
        let (begin, end) = (MonotonicTime(nanoseconds: first), MonotonicTime(nanoseconds: second))
        #expect((begin < end) == (first < second) && (begin == end) == (first == second))
        let duration = end - begin
        #expect(duration.nanoseconds == Int64(clamping: Int128(second) - Int128(first)))
        let sum = (begin + .nanoseconds(second)).nanoseconds
        #expect(sum == Int64(clamping: Int128(first) + Int128(second)))
        #expect((begin - .nanoseconds(second)).nanoseconds == Int64(clamping: Int128(first) - Int128(second)))
        #expect(begin + duration == end && end - duration == begin)
    }

    @Test func durationsSaturateAndRoundTowardZero() {
        #expect(Duration.seconds(Int64.max).nanoseconds == .max)
        #expect((.zero - Duration.seconds(Int64.max)).nanoseconds == .min)
        #expect(Duration(attoseconds: 1_999_999_999).nanoseconds == 1)
        #expect(Duration(attoseconds: -1_999_999_999).nanoseconds == -1)
        #expect(MediaTime(.seconds(Int64.max)).value == .max)
        #expect(MediaTime.indefinite.duration == .nanoseconds(Int64.max))
        #expect(MediaTime(value: 1, timescale: 3).duration == .nanoseconds(333_333_333))
    }

    @Test(arguments: [(1_500_000_000, 1, 1500), (-1, -1, -1), (-1_000_000_000, -1, -1000), (999_999, 0, 0)])
    func datesAreRoundedDown(nanoseconds: Int64, seconds: Int64, milliseconds: Int64) {
        let date = WallTime(nanoseconds: nanoseconds)
        #expect(date.seconds == seconds && date.milliseconds == milliseconds)
    }

    @Test func datesOutsideTheRangeOf64BitsAreClamped() {
        #expect(WallTime(seconds: .max).nanoseconds == .max && WallTime(seconds: .min).nanoseconds == .min)
        #expect(WallTime(milliseconds: .max).nanoseconds == .max && WallTime(milliseconds: .min).nanoseconds == .min)
    }

    @Test func readingMapsTimesToDates() {
        let reading = ClockReading(monotonic: MonotonicTime(nanoseconds: 5_000_000_000), wall: WallTime(seconds: 100))
        #expect(reading.date(at: .zero) == WallTime(seconds: 95))
        #expect(reading.date(at: reading.monotonic + .seconds(2)) == WallTime(seconds: 102))
    }

    @Test func mediaInstantsOfDifferentTimescalesCompare() {
        #expect(MediaInstant(ticks: 1, timescale: 3) < MediaInstant(ticks: 334, timescale: 1000))
        #expect(MediaInstant(ticks: .max, timescale: 1) == .distantFuture)
        #expect(MediaInstant(ticks: .min, timescale: 1) == .distantPast)
        #expect(MediaTime(MediaInstant(MediaTime(value: 7, timescale: 25))) == MediaTime(value: 7, timescale: 25))
    }
}
