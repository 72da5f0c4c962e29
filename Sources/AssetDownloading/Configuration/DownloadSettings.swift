/// How a session downloads: patience, room, and where time and chance come from.
package struct DownloadSettings: Sendable {
    package var limits = DownloadLimits()
    package var policy = RetryPolicy()
    package var table = AddressTable()
    /// Requests of one task at a time.
    package var connections: Int
    package var clock: any Clock<Duration> = ContinuousClock()
    /// From 0 up to 1.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    package init(connections: Int = 6) { self.connections = connections }
}
