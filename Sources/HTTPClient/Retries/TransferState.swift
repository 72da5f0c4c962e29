/// Decides how one transfer goes on. A value: time and chance are told.
package struct TransferState: Sendable, Hashable {
    /// What to do after an attempt.
    package enum Step: Sendable, Hashable {
        /// Wait so many seconds, then ask for what is missing.
        case retry(after: Double)
        case giveUp(TransferError)
    }

    private let policy: RetryPolicy
    /// Attempts in a row that brought nothing.
    private var fruitless = 0
    /// All attempts that failed.
    private var failures = 0
    /// Bytes at the place after the last attempt.
    private var count: Int
    /// More than any server that means well needs.
    private static let mostFailures = 100

    package init(policy: RetryPolicy, count: Int = 0) {
        self.policy = policy
        self.count = count
    }

    /// An attempt failed when so many bytes were at the place.
    package mutating func failed(_ problem: TransferError, count: Int, random: Double) -> Step {
        failures += 1
        // An attempt that gained something shows that the server lives.
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
