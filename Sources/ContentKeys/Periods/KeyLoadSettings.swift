package import HTTPClient

/// The settings of a ``KeyPeriodLoader``.
package struct KeyLoadSettings: Sendable {
    /// Repetitions of requests. The number of attempts limits the first period only: requests for later periods are
    /// repeated as long as the run lasts.
    package var policy = RetryPolicy()
    /// The maximum time for which a key is used after its period has ended.
    package var continuation = Duration.seconds(60)
    /// A random number from 0 up to 1.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    package init() {}
}
