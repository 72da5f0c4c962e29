import Operations
import Testing

@Suite struct RestartBackOffTests {
    @Test(arguments: [(1, 1.0), (2, 2), (3, 4), (4, 8), (5, 16), (6, 30), (7, 30), (1_000_000, 30)])
    func delayDoublesUpToItsLimit(failures: Int, seconds: Double) {
        let backOff = RestartBackOff(first: .seconds(1), limit: .seconds(30))
        #expect(backOff.delay(afterFailures: failures, jitter: 0.5) == .seconds(seconds))
    }

    @Test func jitterVariesTheDelayByAFifth() {
        let backOff = RestartBackOff(first: .seconds(10), limit: .seconds(30))
        #expect(backOff.delay(afterFailures: 1, jitter: 0) == .seconds(8))
        let longest = backOff.delay(afterFailures: 1, jitter: 0.999_999)
        #expect(longest > .seconds(11.9) && longest < .seconds(12))
    }

    @Test func limitBelowTheFirstDelayApplies() {
        let backOff = RestartBackOff(first: .seconds(10), limit: .seconds(2))
        #expect(backOff.delay(afterFailures: 1, jitter: 0.5) == .seconds(2))
    }
}
