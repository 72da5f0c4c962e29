import Media
import Testing

/// A year of segments with wall clocks that are adjusted during the run.
@Suite struct WallClockMappingTests {
    static let start: Int64 = 1_800_000_000_000_000_000
    static let hour: Int64 = 3_600_000_000_000
    static let frame: Int64 = 16_666_666

    /// Returns the dates of segments of `interval`; `offset` is the lead of the wall clock at each of them.
    static func dates(
        _ count: Int, interval: MediaTime, anchor: inout WallClockMapping, discontinuities: Set<Int> = [],
        _ offset: (Int) -> Int64
    ) -> (dates: [Int64], changes: [WallClockMapping.Change]) {
        var dates: [Int64] = []
        var changes: [WallClockMapping.Change] = []
        for index in 0..<count {
            let time = interval * Int64(index)
            changes.append(
                anchor.observe(
                    offset: start + offset(index), at: time, isDiscontinuity: discontinuities.contains(index)))
            dates.append(anchor.date(of: time))
        }
        return (dates, changes)
    }

    func expectSmooth(_ dates: [Int64], interval: MediaTime, except discontinuities: Set<Int> = []) {
        for index in dates.indices.dropFirst() where !discontinuities.contains(index) {
            let error = dates[index] - dates[index - 1] - interval.nanoseconds
            #expect(error.magnitude <= Self.frame / 2, "segment \(index) is \(error) ns off")
        }
    }

    @Test(arguments: [300_000_000, -300_000_000, 40_000_000, -999_000_000])
    func smallStepIsCorrectedByLessThanAFramePerSegment(step: Int64) {
        let interval = MediaTime.seconds(6)
        var anchor = WallClockMapping(offset: Self.start)
        let (dates, changes) = Self.dates(400, interval: interval, anchor: &anchor) { $0 < 50 ? 0 : step }
        expectSmooth(dates, interval: interval)
        #expect(changes.allSatisfy { $0 == .none })
        #expect((anchor.offset - Self.start - step).magnitude <= 500_000)
        #expect(dates[49] == Self.start + 49 * 6_000_000_000)
        // 300 ms take 50 segments of six seconds, five minutes.
        let settled = dates.indices.first {
            $0 > 50 && (dates[$0] - Self.start - step - Int64($0) * 6_000_000_000).magnitude < 50_000_000
        }
        #expect(settled.map { $0 - 50 <= Int(step.magnitude / 6_000_000) + 1 } == true)
    }

    @Test(arguments: [hour, -hour]) func hourStepIsAppliedAtADiscontinuity(step: Int64) {
        let interval = MediaTime.seconds(6)
        var anchor = WallClockMapping(offset: Self.start)
        let (dates, changes) = Self.dates(300, interval: interval, anchor: &anchor, discontinuities: [200]) {
            $0 < 50 ? 0 : step
        }
        expectSmooth(dates, interval: interval, except: [200])
        #expect(changes[50] == .stepped(by: step))
        #expect(changes.count { $0 != .none } == 2)
        #expect(changes[200] == .anchored)
        #expect(dates[199] == Self.start + 199 * 6_000_000_000)
        #expect(dates[200] == Self.start + step + 200 * 6_000_000_000)
    }

    @Test func stepBackAndForthHasNoEffect() {
        let interval = MediaTime.seconds(2)
        var anchor = WallClockMapping(offset: Self.start)
        let (dates, _) = Self.dates(300, interval: interval, anchor: &anchor) {
            (100..<200).contains($0) ? Self.hour : 0
        }
        #expect(dates.last == Self.start + 299 * 2_000_000_000)
    }

    @Test(arguments: [1, 2, 6, 10]) func ntpSlewIsFollowedWithin50Milliseconds(seconds: Int64) {
        let interval = MediaTime.seconds(seconds)
        var anchor = WallClockMapping(offset: Self.start)
        // 500 ppm, the maximum of NTP, for two hours and back.
        let perSegment = seconds * 500_000
        let half = Int(7200 / seconds)
        let offset: (Int) -> Int64 = { Int64($0 < half ? $0 : 2 * half - $0) * perSegment }
        let (dates, changes) = Self.dates(2 * half, interval: interval, anchor: &anchor, offset)
        expectSmooth(dates, interval: interval)
        #expect(changes.allSatisfy { $0 == .none })
        for index in dates.indices {
            let truth = Self.start + offset(index) + Int64(index) * interval.nanoseconds
            #expect((dates[index] - truth).magnitude <= 50_000_000)
        }
    }

    @Test func allTracksHaveTheSameDateAtTheSameTime() {
        var anchor = WallClockMapping(offset: Self.start)
        for index in 0..<100 {
            _ = anchor.observe(
                offset: Self.start + 300_000_000, at: .seconds(Int64(index) * 6), isDiscontinuity: index == 90)
            // The audio segment starts a packet later, and is written even later.
            let sound = MediaTime.seconds(Int64(index) * 6) + MediaTime(value: 1000, timescale: 48000)
            _ = anchor.observe(offset: Self.start + 300_000_000, at: sound)
            let distance = anchor.date(of: sound) - anchor.date(of: .seconds(Int64(index) * 6))
            #expect((distance - 20_833_333).magnitude < 100_000)
        }
        // A discontinuity does not change earlier dates.
        let before = anchor.date(of: .seconds(89 * 6))
        #expect(before - Self.start - 534_000_000_000 < 300_000_000)
        let after = anchor.date(of: .seconds(540)) - Self.start - 540_000_000_000
        #expect((after - 300_000_000).magnitude < 1_000_000)
    }

    @Test(arguments: [Int64.min, .max, 0]) func extremesDoNotTrap(offset: Int64) {
        var anchor = WallClockMapping(offset: offset)
        for observed in [Int64.min, 0, .max] {
            _ = anchor.observe(offset: observed, at: MediaTime(value: .max, timescale: 1))
            _ = anchor.observe(offset: observed, at: MediaTime(value: .min, timescale: 1), isDiscontinuity: true)
        }
        _ = anchor.date(of: .indefinite)
    }
}
