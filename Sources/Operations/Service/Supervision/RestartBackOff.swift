/// The delays before restarts: they double from failure to failure, up to a limit.
package struct RestartBackOff: Sendable, Hashable {
    /// The delay after the first failure.
    package var first: Duration
    /// The maximum delay without jitter.
    package var limit: Duration

    /// Creates a back-off.
    package init(first: Duration, limit: Duration) {
        self.first = first
        self.limit = limit
    }

    /// Returns the delay after a number of consecutive failures.
    ///
    /// `jitter` in 0..<1 varies the delay by up to 20 % in both directions, so that pipelines that failed together do
    /// not restart together.
    package func delay(afterFailures count: Int, jitter: Double) -> Duration {
        var delay = first
        for _ in 1..<max(1, min(count, 64)) where delay < limit { delay = delay * 2 }
        return min(delay, limit) * (0.8 + 0.4 * jitter)
    }
}
