import Media

/// A server's timeouts for client connections.
package struct ConnectionTimeouts: Sendable, Hashable {
    /// The timeout for receiving a request header, including the first one on a connection.
    package var header = Duration.seconds(20)
    /// The timeout for the next request on an idle connection.
    package var idle = Duration.seconds(75)
    /// The base timeout for sending a response; `response(bytes:)` adds time for its size.
    package var response = Duration.seconds(30)
    /// The minimum rate at which a client must read a response, in bytes per second.
    package var minimumRate: Int64 = 64 << 10

    package init() {}

    /// Returns the timeout for sending a response of the given size.
    func response(bytes: Int) -> Duration {
        response + .seconds(bytes) / minimumRate
    }
}
