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
    func respond(_ response: OriginResponse, to request: AnsweredRequest, _ queue: inout SendQueue)
    /// Enqueues the bytes to send next.
    func fill(_ queue: inout SendQueue)
    /// Cancels a response in progress. Returns false if that requires closing the connection.
    func cancel(stream: Int32) -> Bool
    /// Ends the conversation after the open requests are answered.
    func drain()
}

/// An event on a connection.
enum ProtocolEvent {
    /// A request header begins to arrive.
    case headerStarted
    case request(OriginRequest, stream: Int32)
    /// A request was rejected; respond with the given response.
    case rejected(OriginResponse, stream: Int32)
    /// The response to a request was sent, or the client cancelled it.
    case ended(stream: Int32)
}

/// A request that is being answered.
struct AnsweredRequest {
    var stream: Int32
    /// Whether the request's method is HEAD, so that the body is not sent.
    var isHead = false
    /// The value of the response's `Date` field.
    var date: HTTPDate
}
