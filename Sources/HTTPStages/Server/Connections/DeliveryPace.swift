/// The rate at which a response is sent after the start of a connection.
struct DeliveryPace: Sendable, Hashable {
    /// The number of bytes of a connection that are sent at full speed.
    var burst: Int
    /// The rate after them, in bytes per second.
    var rate: Int

    /// The lowest rate, above that which the timeouts of connections require.
    static let minimumRate = 128 << 10
}
