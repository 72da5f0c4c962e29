/// The policy for retrying failed requests.
package struct RetryPolicy: Sendable, Hashable {
    /// Consecutive attempts without progress, including the first one, before a request fails.
    package var attempts = 6
    /// The upper bound of the first delay, in seconds; doubled for each further attempt.
    package var baseDelay = 0.5
    /// The maximum delay, in seconds.
    package var maximumDelay = 20.0

    /// The maximum delay that a server can request, in seconds.
    package var maximumRetryAfter = 20.0

    package init() {}

    /// Returns the delay in seconds before the next attempt after `failures` failed ones. `random` is from 0 to 1.
    ///
    /// Half of the delay is random, so that clients that failed simultaneously do not retry simultaneously.
    package func delay(after failures: Int, random: Double, retryAfter: Double? = nil) -> Double {
        let bound = min(maximumDelay, baseDelay * Double(UInt64(1) << UInt64(min(max(failures - 1, 0), 40))))
        let wait = bound / 2 + bound / 2 * min(max(random, 0), 1)
        return max(wait, min(retryAfter ?? 0, maximumRetryAfter))
    }
}
