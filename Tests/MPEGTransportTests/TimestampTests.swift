import MPEGTransport
import Testing

struct TimestampTests {
    private static let period: Int64 = 1 << 33

    @Test(arguments: [0, 1, period / 2, period - 1, period + 5, 7 * period - 3])
    func timeIsRestoredFromItsLowerBits(_ time: Int64) {
        let stored = time & (Self.period - 1)
        for distance in [-90_000, -1, 0, 1, 3_600 * 90_000] as [Int64] where time + distance >= 0 {
            #expect(Timestamp.unwrap(stored, near: time + distance) == time)
        }
    }

    @Test func timesContinueBeyond33Bits() {
        #expect(Timestamp.unwrap(10, near: Self.period - 10) == Self.period + 10)
        #expect(Timestamp.unwrap(Self.period - 10, near: Self.period + 10) == Self.period - 10)
    }
}
