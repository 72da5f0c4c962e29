/// Decides whether a transfer is retried. A value: time and random numbers are parameters.
package struct TransferState: Sendable, Hashable {
    /// The action after an attempt.
    package enum Step: Sendable, Hashable {
        /// Wait for a number of seconds, then request the missing bytes.
        case retry(after: Double)
        case giveUp(TransferError)
    }

    private let policy: RetryPolicy
    /// Consecutive attempts without progress.
    private var attemptsWithoutProgress = 0
    /// All failed attempts.
    private var failures = 0
    /// Bytes at the location after the last attempt.
    private var count: Int
    /// More failures than a working server causes.
    private static let maximumFailures = 100

    package init(policy: RetryPolicy, count: Int = 0) {
        self.policy = policy
        self.count = count
    }

    /// Records a failed attempt with the number of bytes at the location; returns the next action.
    package mutating func recordFailure(_ problem: TransferError, count: Int, random: Double) -> Step {
        failures += 1
        // Progress shows that the server works.
        attemptsWithoutProgress = count > self.count ? 1 : attemptsWithoutProgress + 1
        self.count = count
        guard problem.isTransient else { return .giveUp(problem) }
        guard attemptsWithoutProgress < policy.attempts, failures < Self.maximumFailures else {
            var last = problem
            if failures > 1 { last.message += " (\(failures) attempts)" }
            return .giveUp(last)
        }
        return .retry(
            after: policy.delay(after: attemptsWithoutProgress, random: random, retryAfter: problem.retryAfter))
    }
}
