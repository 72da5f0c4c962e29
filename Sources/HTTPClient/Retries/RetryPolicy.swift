/// When a failed request is tried again.
package struct RetryPolicy: Sendable, Hashable {
    /// Attempts without a gain before it is given up, the first one included.
    package var attempts = 6
    /// The upper bound of the first wait, in seconds; each further one is twice as long.
    package var base = 0.5
    /// The longest wait, in seconds.
    package var longest = 20.0

    /// For how long a server is believed that asks to wait, in seconds.
    package var longestAsked = 20.0

    package init() {}

    /// Seconds to wait before the attempt after `failures` failed ones. `random` is from 0 up to 1.
    ///
    /// Half of the wait is left to chance, so that clients that failed together do not come back together.
    package func delay(after failures: Int, random: Double, retryAfter: Double? = nil) -> Double {
        let bound = min(longest, base * Double(UInt64(1) << UInt64(min(max(failures - 1, 0), 40))))
        let wait = bound / 2 + bound / 2 * min(max(random, 0), 1)
        return max(wait, min(retryAfter ?? 0, longestAsked))
    }
}
