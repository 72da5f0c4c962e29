import HTTPClient
import Testing

@Suite struct TransferStateTests {
    private let transient = TransferError(.truncated, "cut")

    @Test func delayDoublesUpToALimitWithJitter() {
        let policy = RetryPolicy()
        #expect((1...4).map { policy.delay(after: $0, random: 1) } == [0.5, 1, 2, 4])
        #expect((1...4).map { policy.delay(after: $0, random: 0) } == [0.25, 0.5, 1, 2])
        #expect(policy.delay(after: 1000, random: 1) == policy.maximumDelay)
    }

    @Test func retryAfterIsHonouredUpToALimit() {
        let policy = RetryPolicy()
        #expect(policy.delay(after: 1, random: 0, retryAfter: 3) == 3)
        #expect(policy.delay(after: 1, random: 0, retryAfter: 1e9) == policy.maximumDelay)
    }

    @Test func transferFailsAfterAttemptsWithoutProgress() {
        var state = TransferState(policy: RetryPolicy())
        for _ in 1..<RetryPolicy().attempts {
            guard case .retry = state.recordFailure(transient, count: 0, random: 0) else { return #expect(Bool(false)) }
        }
        guard case .giveUp(let problem) = state.recordFailure(transient, count: 0, random: 0) else {
            return #expect(Bool(false))
        }
        #expect(problem.message == "cut (6 attempts)")
    }

    @Test func progressResetsTheAttemptCount() {
        var state = TransferState(policy: RetryPolicy())
        for count in 1...50 {
            #expect(state.recordFailure(transient, count: count, random: 1) == .retry(after: 0.5))
        }
    }

    @Test func totalNumberOfAttemptsIsLimited() {
        var state = TransferState(policy: RetryPolicy())
        var attempts = 1
        while case .retry = state.recordFailure(transient, count: attempts, random: 1) { attempts += 1 }
        #expect(attempts == 100)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 416])
    func permanentFailureIsNotRetried(status: Int) {
        var state = TransferState(policy: RetryPolicy())
        let problem = TransferError(.status(status), "no")
        #expect(state.recordFailure(problem, count: 0, random: 0) == .giveUp(problem))
    }
}
