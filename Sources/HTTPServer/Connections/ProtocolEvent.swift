/// An event on a connection.
enum ProtocolEvent {
    /// A request header begins to arrive.
    case headerStarted
    case request(HTTPRequest, stream: Int32)
    /// A request was rejected with this status and reason.
    case rejected(status: Int, why: String, stream: Int32)
    /// The response to a request was sent, or the client cancelled it.
    case ended(stream: Int32)
}
