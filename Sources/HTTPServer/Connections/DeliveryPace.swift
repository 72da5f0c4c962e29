/// The rate at which a response is sent after the start of a connection.
package struct DeliveryPace: Sendable, Hashable {
    /// The number of bytes of a connection that are sent at full speed.
    package var burst: Int
    /// The rate after them, in bytes per second.
    package var rate: Int

    /// The lowest rate, above that which the timeouts of connections require.
    package static let minimumRate = 128 << 10

    package init(burst: Int, rate: Int) {
        self.burst = burst
        self.rate = rate
    }
}
