import Testing

@testable import GStreamerStages

/// A stream with a drifting sender clock keeps its initial delay.
@Suite struct ClockFollowerTests {
    private static let second: Int64 = 1_000_000_000

    /// Returns the final delay of the samples in milliseconds and the longest step, after this number of hours of
    /// samples that arrive every 20 ms with up to 400 ms of network jitter.
    private func run(partsPerMillion: Int64, hours: Int64) -> (late: Double, longestStep: Int64) {
        var random = SystemRandomNumberGenerator()
        var follower = ClockFollower(at: 0)
        var (shift, longest, late) = (Int64(0), Int64(0), Int64(0))
        for index in 0..<(hours * 3600 * 50) {
            let due = index * 20_000_000
            // The timestamps of a slow sender clock increase more slowly than time.
            let stamp = due - due / 1_000_000 * partsPerMillion
            let now = due + Int64.random(in: 0...400, using: &random) * 1_000_000
            let step = follower.step(late: now - stamp - shift, at: now)
            shift += step
            longest = max(longest, abs(step))
            late = due - stamp - shift
        }
        return (Double(late) / 1e6, longest)
    }

    @Test(arguments: [0, 50, -50, 200, -200] as [Int64])
    func driftOfHoursIsCorrected(partsPerMillion: Int64) {
        let (late, longestStep) = run(partsPerMillion: partsPerMillion, hours: 6)
        // The remaining delay causes the steps: 60 s of drift.
        #expect(abs(late) < 30, "\(late)")
        #expect(longestStep <= ClockFollower.maximumStep)
    }

    @Test func persistentNetworkDelayIsCorrectedInSmallSteps() {
        var follower = ClockFollower(at: 0)
        var shift: Int64 = 0
        for index in 0..<(50 * 3600) {
            let due = Int64(index) * 20_000_000
            let now = due + (index < 50 * 60 ? 0 : Self.second / 2)
            let step = follower.step(late: now - due - shift, at: now)
            #expect(abs(step) <= ClockFollower.maximumStep)
            shift += step
        }
        #expect(abs(shift - Self.second / 2) < 10_000_000)
    }
}
