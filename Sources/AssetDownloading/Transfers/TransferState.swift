/// Decides whether a transfer is retried. A value: time and random numbers are parameters.
package struct TransferState: Sendable, Hashable {
    /// The action after an attempt.
    package enum Step: Sendable, Hashable {
        /// Wait for a number of seconds, then request the missing bytes.
        case retry(after: Double)
        case giveUp(AssetDownloadError)
    }

    private let policy: RetryPolicy
    /// Consecutive attempts without progress.
    private var fruitless = 0
    /// All failed attempts.
    private var failures = 0
    /// Bytes at the location after the last attempt.
    private var count: Int
    /// More failures than a working server causes.
    private static let mostFailures = 100

    package init(policy: RetryPolicy, count: Int = 0) {
        self.policy = policy
        self.count = count
    }

    /// Records a failed attempt with the number of bytes at the location; returns the next action.
    package mutating func failed(_ problem: AssetDownloadError, count: Int, random: Double) -> Step {
        failures += 1
        // Progress shows that the server works.
        fruitless = count > self.count ? 1 : fruitless + 1
        self.count = count
        guard problem.isPassing else { return .giveUp(problem) }
        guard fruitless < policy.attempts, failures < Self.mostFailures else {
            var last = problem
            if failures > 1 { last.message += " (\(failures) attempts)" }
            return .giveUp(last)
        }
        return .retry(after: policy.delay(after: fruitless, random: random, retryAfter: problem.retryAfter))
    }
}
