import Media
import Testing

/// A year of segments with wall clocks that are adjusted during the run.
@Suite struct WallClockMappingTests {
    static let start = WallTime(seconds: 1_800_000_000)
    static let hour = Duration.seconds(3600)
    static let frame = Duration.nanoseconds(16_666_666)

    /// Returns the dates of segments of `interval`; `offset` is the lead of the wall clock at each of them.
    static func dates(
        _ count: Int, interval: MediaTime, anchor: inout WallClockMapping, discontinuities: Set<Int> = [],
        _ offset: (Int) -> Duration
    ) -> (dates: [WallTime], changes: [WallClockMapping.Change]) {
        var dates: [WallTime] = []
        var changes: [WallClockMapping.Change] = []
        for index in 0..<count {
            let time = interval * Int64(index)
            changes.append(
                anchor.observe(
                    zero: start + offset(index), at: time, isDiscontinuity: discontinuities.contains(index)))
            dates.append(anchor.date(of: time))
        }
        return (dates, changes)
    }

    func expectSmooth(_ dates: [WallTime], interval: MediaTime, except discontinuities: Set<Int> = []) {
        for index in dates.indices.dropFirst() where !discontinuities.contains(index) {
            let error = dates[index] - dates[index - 1] - interval.duration
            #expect(magnitude(error) <= Self.frame / 2, "segment \(index) is \(error) off")
        }
    }

    @Test(arguments: [300, -300, 40, -999])
    func smallStepIsCorrectedByLessThanAFramePerSegment(milliseconds: Int) {
        let step = Duration.milliseconds(milliseconds)
        let interval = MediaTime.seconds(6)
        var anchor = WallClockMapping(zero: Self.start)
        let (dates, changes) = Self.dates(400, interval: interval, anchor: &anchor) { $0 < 50 ? .zero : step }
        expectSmooth(dates, interval: interval)
        #expect(changes.allSatisfy { $0 == .none })
        #expect(magnitude(anchor.zero - Self.start - step) <= .microseconds(500))
        #expect(dates[49] == Self.start + .seconds(49 * 6))
        // 300 ms take 50 segments of six seconds, five minutes.
        let settled = dates.indices.first {
            $0 > 50 && magnitude(dates[$0] - Self.start - step - .seconds($0 * 6)) < .milliseconds(50)
        }
        #expect(settled.map { $0 - 50 <= abs(milliseconds) / 6 + 1 } == true)
    }

    @Test(arguments: [hour, .zero - hour]) func hourStepIsAppliedAtADiscontinuity(step: Duration) {
        let interval = MediaTime.seconds(6)
        var anchor = WallClockMapping(zero: Self.start)
        let (dates, changes) = Self.dates(300, interval: interval, anchor: &anchor, discontinuities: [200]) {
            $0 < 50 ? .zero : step
        }
        expectSmooth(dates, interval: interval, except: [200])
        #expect(changes[50] == .stepped(by: step))
        #expect(changes.count { $0 != .none } == 2)
        #expect(changes[200] == .anchored)
        #expect(dates[199] == Self.start + .seconds(199 * 6))
        #expect(dates[200] == Self.start + step + .seconds(200 * 6))
    }

    @Test func stepBackAndForthHasNoEffect() {
        let interval = MediaTime.seconds(2)
        var anchor = WallClockMapping(zero: Self.start)
        let (dates, _) = Self.dates(300, interval: interval, anchor: &anchor) {
            (100..<200).contains($0) ? Self.hour : .zero
        }
        #expect(dates.last == Self.start + .seconds(299 * 2))
    }

    @Test(arguments: [1, 2, 6, 10]) func ntpSlewIsFollowedWithin50Milliseconds(seconds: Int64) {
        let interval = MediaTime.seconds(seconds)
        var anchor = WallClockMapping(zero: Self.start)
        // 500 ppm, the maximum of NTP, for two hours and back.
        let perSegment = Duration.microseconds(seconds * 500)
        let half = Int(7200 / seconds)
        let offset: (Int) -> Duration = { perSegment * ($0 < half ? $0 : 2 * half - $0) }
        let (dates, changes) = Self.dates(2 * half, interval: interval, anchor: &anchor, offset)
        expectSmooth(dates, interval: interval)
        #expect(changes.allSatisfy { $0 == .none })
        for index in dates.indices {
            let truth = Self.start + offset(index) + interval.duration * index
            #expect(magnitude(dates[index] - truth) <= .milliseconds(50))
        }
    }

    @Test func allTracksHaveTheSameDateAtTheSameTime() {
        var anchor = WallClockMapping(zero: Self.start)
        for index in 0..<100 {
            _ = anchor.observe(
                zero: Self.start + .milliseconds(300), at: .seconds(Int64(index) * 6), isDiscontinuity: index == 90)
            // The audio segment starts a packet later, and is written even later.
            let sound = MediaTime.seconds(Int64(index) * 6) + MediaTime(value: 1000, timescale: 48000)
            _ = anchor.observe(zero: Self.start + .milliseconds(300), at: sound)
            let distance = anchor.date(of: sound) - anchor.date(of: .seconds(Int64(index) * 6))
            #expect(magnitude(distance - .nanoseconds(20_833_333)) < .microseconds(100))
        }
        // A discontinuity does not change earlier dates.
        let before = anchor.date(of: .seconds(89 * 6))
        #expect(before - Self.start - .seconds(534) < .milliseconds(300))
        let after = anchor.date(of: .seconds(540)) - Self.start - .seconds(540)
        #expect(magnitude(after - .milliseconds(300)) < .milliseconds(1))
    }

    @Test(arguments: [Int64.min, .max, 0]) func extremesDoNotTrap(offset: Int64) {
        var anchor = WallClockMapping(zero: WallTime(nanoseconds: offset))
        for observed in [Int64.min, 0, .max] {
            _ = anchor.observe(zero: WallTime(nanoseconds: observed), at: MediaTime(value: .max, timescale: 1))
            _ = anchor.observe(
                zero: WallTime(nanoseconds: observed), at: MediaTime(value: .min, timescale: 1), isDiscontinuity: true)
        }
        _ = anchor.date(of: .indefinite)
    }
}

private func magnitude(_ duration: Duration) -> Duration { max(duration, .zero - duration) }
