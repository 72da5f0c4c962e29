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
