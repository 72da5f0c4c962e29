import HTTPClient
import Media

/// The consecutive failures of a store, and the back-off that they cause.
struct StoreBackoff: Sendable {
    /// The back-off after failures.
    static let policy: RetryPolicy = {
        var policy = RetryPolicy()
        (policy.baseDelay, policy.maximumDelay, policy.maximumRetryAfter) = (0.25, 8, 300)
        return policy
    }()

    /// The number of consecutive failures; failures during a pause are not counted.
    private(set) var failures = 0
    /// The end of the pause. No request starts before.
    private(set) var pausedUntil = MonotonicTime.distantPast

    /// Whether requests are limited to one at a time until one succeeds.
    var isFailing: Bool { failures > 1 }

    /// Records a failed request. `random` is in the range 0..<1.
    mutating func failed(at now: MonotonicTime, random: Double, retryAfter: Double?) {
        if now >= pausedUntil || retryAfter != nil {
            failures += 1
            // A single failure may concern one file only; do not pause yet.
            guard failures > 1 || retryAfter != nil else { return }
            let wait = Self.policy.delay(after: max(1, failures - 1), random: random, retryAfter: retryAfter)
            pausedUntil = max(pausedUntil, now + .seconds(wait))
        }
    }

    /// Resets the failures after any response from the store.
    mutating func answered() { (failures, pausedUntil) = (0, .distantPast) }
}
