/// A server's timeouts for client connections, in nanoseconds.
struct ConnectionTimeouts: Sendable, Hashable {
    /// The timeout for receiving a request header, including the first one on a connection.
    var header: Int64 = 20_000_000_000
    /// The timeout for the next request on an idle connection.
    var idle: Int64 = 75_000_000_000
    /// The base timeout for sending a response; `response(bytes:)` adds time for its size.
    var response: Int64 = 30_000_000_000
    /// The minimum rate at which a client must read a response, in bytes per second.
    var minimumRate: Int64 = 64 << 10

    /// Returns the timeout for sending a response of the given size.
    func response(bytes: Int) -> Int64 {
        response &+ Int64(clamping: bytes).multipliedClamping(by: 1_000_000_000) / minimumRate
    }
}
