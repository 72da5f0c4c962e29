import SystemTime

/// The settings of requests that are repeated after failures: limits, retry policy, and sources of time and chance.
package struct FetchSettings: Sendable {
    /// The limits of each request.
    package var limits = FetchLimits()
    package var policy = RetryPolicy()
    package var table = AddressTable()
    package var clock: any Clock<Duration> = SystemClock()
    /// A random number from 0 up to 1.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    package init() {}
}
