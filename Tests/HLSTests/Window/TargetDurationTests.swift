import HLS
import Media
import Testing

@Suite struct TargetDurationTests {
    @Test(arguments: [(5999, 6), (6000, 6), (6499, 6), (6500, 7), (100, 1), (0, 1)])
    func longestSegmentIsRoundedHalfUp(milliseconds: Int64, expected: Int) {
        #expect(TargetDuration(covering: .milliseconds(milliseconds)).seconds == expected)
    }

    @Test(arguments: [
        (MediaTime.seconds(6), nil, 6), (MediaTime(value: 180 * 1001, timescale: 30000), nil, 6),
        // A frame later than 2.48 s would round up to 3.
        (MediaTime.milliseconds(2480), nil, 3), (MediaTime.milliseconds(500), nil, 1),
        // Multiples of the source's sync sample interval.
        (MediaTime.seconds(6), MediaTime.seconds(2), 6), (MediaTime.seconds(6), MediaTime.seconds(4), 8),
        (MediaTime.seconds(6), MediaTime.seconds(10), 10), (MediaTime.seconds(6), MediaTime.seconds(6), 6),
        (MediaTime.seconds(6), MediaTime(value: 60 * 1001, timescale: 30000), 6),
    ])
    func plannedTargetCoversFutureSegments(interval: MediaTime, sync: MediaTime?, expected: Int) {
        #expect(TargetDuration(planning: interval, maximumSyncDistance: sync).seconds == expected)
    }

    @Test func plannedTargetAllowsOneFrameBeyondTheInterval() {
        for tenths in Int64(5)...200 {
            let interval = MediaTime(value: tenths, timescale: 10)
            let target = TargetDuration(planning: interval)
            #expect(target.allows(interval + MediaTime(value: 1, timescale: 5)))
            #expect(target.seconds <= Int(interval.seconds) + 1)
        }
    }
}
