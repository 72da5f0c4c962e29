import HTTPClient
import Testing

@Suite struct TransferStateTests {
    private let passing = TransferError(.cutShort, "cut")

    @Test func aWaitDoublesUpToALimitAndIsHalfLeftToChance() {
        let policy = RetryPolicy()
        #expect((1...4).map { policy.delay(after: $0, random: 1) } == [0.5, 1, 2, 4])
        #expect((1...4).map { policy.delay(after: $0, random: 0) } == [0.25, 0.5, 1, 2])
        #expect(policy.delay(after: 1000, random: 1) == policy.longest)
    }

    @Test func theServersOwnWishCountsUpToALimit() {
        let policy = RetryPolicy()
        #expect(policy.delay(after: 1, random: 0, retryAfter: 3) == 3)
        #expect(policy.delay(after: 1, random: 0, retryAfter: 1e9) == policy.longest)
    }

    @Test func itGivesUpAfterSoManyFruitlessAttempts() {
        var state = TransferState(policy: RetryPolicy())
        for _ in 1..<RetryPolicy().attempts {
            guard case .retry = state.failed(passing, count: 0, random: 0) else { return #expect(Bool(false)) }
        }
        guard case .giveUp(let problem) = state.failed(passing, count: 0, random: 0) else {
            return #expect(Bool(false))
        }
        #expect(problem.message == "cut (6 attempts)")
    }

    @Test func anAttemptThatGainedSomethingIsNotFruitless() {
        var state = TransferState(policy: RetryPolicy())
        for count in 1...50 {
            #expect(state.failed(passing, count: count, random: 1) == .retry(after: 0.5))
        }
    }

    @Test func evenGainsEndAtALimit() {
        var state = TransferState(policy: RetryPolicy())
        var attempts = 1
        while case .retry = state.failed(passing, count: attempts, random: 1) { attempts += 1 }
        #expect(attempts == 100)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 416])
    func whatTheServerWillNotChangeIsNotTriedAgain(status: Int) {
        var state = TransferState(policy: RetryPolicy())
        let problem = TransferError(.status(status), "no")
        #expect(state.failed(problem, count: 0, random: 0) == .giveUp(problem))
    }
}
