import AssetDownloading

/// What is known of how a store does, and how long it is left alone.
struct StoreHealth: Sendable {
    /// How long to wait after failures.
    static let policy: RetryPolicy = {
        var policy = RetryPolicy()
        (policy.base, policy.longest, policy.longestAsked) = (0.25, 8, 300)
        return policy
    }()

    /// Failures in a row, those counted as one that happened together.
    private(set) var failures = 0
    /// In nanoseconds; nothing is sent before.
    private(set) var pausedUntil = Int64.min

    /// Whether it is asked with one file at a time until one is taken.
    var isFailing: Bool { failures > 1 }

    /// A request failed; `random` is from 0 up to 1.
    mutating func failed(at now: Int64, random: Double, retryAfter: Double?) {
        if now >= pausedUntil || retryAfter != nil {
            failures += 1
            // One failure may be one file's.
            guard failures > 1 || retryAfter != nil else { return }
            let wait = Self.policy.delay(after: max(1, failures - 1), random: random, retryAfter: retryAfter)
            pausedUntil = max(pausedUntil, now &+ Int64(wait * 1e9))
        }
    }

    /// The store has answered.
    mutating func answered() { (failures, pausedUntil) = (0, .min) }
}
