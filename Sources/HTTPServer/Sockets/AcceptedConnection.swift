/// A connection on its way from the loop that accepted it to the loop that serves it.
// Safe because only the receiving loop uses the stream after it was assigned.
struct AcceptedConnection: @unchecked Sendable {
    let stream: ByteStream
    /// Whether the client connected to a Unix socket.
    let isLocal: Bool
}
