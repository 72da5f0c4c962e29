/// The settings of a session: limits, retries, clock and random numbers.
package struct DownloadSettings: Sendable {
    package var limits = DownloadLimits()
    package var policy = RetryPolicy()
    package var table = AddressTable()
    /// Simultaneous requests of one task.
    package var connections: Int
    package var clock: any Clock<Duration> = ContinuousClock()
    /// A source of random numbers from 0 up to, but not including, 1.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    package init(connections: Int = 6) { self.connections = connections }
}
