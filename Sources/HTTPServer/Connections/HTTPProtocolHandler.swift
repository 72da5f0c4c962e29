import Media

/// One HTTP version on one connection: parses bytes into requests and serializes responses.
///
/// Independent of sockets and stores. Each request is identified by a stream number, unique while the request is open.
protocol HTTPProtocolHandler: AnyObject {
    /// Whether more bytes can be accepted now.
    var wantsToRead: Bool { get }
    /// Whether all responses are sent and no more will follow.
    var hasEnded: Bool { get }
    /// Parses received bytes.
    func receive(_ bytes: UnsafeRawBufferPointer)
    /// Handles the end of the peer's input.
    func receiveEnd()
    /// Returns the next event; nil if there is none.
    ///
    /// - Parameter sent: The total number of the queue's bytes sent so far.
    func nextEvent(sent: Int) -> ProtocolEvent?
    /// Enqueues the response to a request.
    func respond(_ response: HTTPResponse, to request: AnsweredRequest, _ queue: inout SendQueue)
    /// Starts a response whose body is produced while it is sent. `isFinite` is false if the body lasts until one side
    /// ends the connection. Returns false if the response cannot be sent.
    func beginStream(
        _ response: HTTPResponse, isFinite: Bool, to request: AnsweredRequest, _ queue: inout SendQueue
    ) -> Bool
    /// Adds bytes to a body.
    func append(_ bytes: ByteSlice, toStream stream: Int32, _ queue: inout SendQueue)
    /// Ends a body after the bytes that were added.
    func endStream(_ stream: Int32, _ queue: inout SendQueue)
    /// The number of added bytes that are not sent yet.
    func unsentBytes(ofStream stream: Int32, _ queue: SendQueue) -> Int
    /// Enqueues the bytes to send next.
    func fill(_ queue: inout SendQueue)
    /// Cancels a response in progress. Returns false if that requires closing the connection.
    func cancel(stream: Int32) -> Bool
    /// Ends the conversation after the open requests are answered.
    func drain()
}
