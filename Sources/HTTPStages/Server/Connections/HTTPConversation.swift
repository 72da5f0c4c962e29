/// One version of HTTP on one connection: bytes become requests, and responses become bytes.
///
/// It knows of no sockets and no stores. Each request has a stream: a number of its own while it lasts.
protocol HTTPConversation: AnyObject {
    /// Whether more bytes can be taken now.
    var wantsToRead: Bool { get }
    /// Whether nothing more will be answered.
    var hasEnded: Bool { get }
    /// Takes bytes that came.
    func receive(_ bytes: UnsafeRawBufferPointer)
    /// The other end sends no more.
    func receiveEnd()
    /// What came of the bytes and of the answers, one after the other; nil when all is told.
    ///
    /// `sent` is how many bytes of the queue were ever sent.
    func nextEvent(sent: Int) -> ConversationEvent?
    /// Answers a request.
    func respond(_ response: OriginResponse, to request: AnsweredRequest, _ queue: inout SendQueue)
    /// Puts into the queue what is to be sent next.
    func fill(_ queue: inout SendQueue)
    /// Takes an answer back that has no end; false where only the end of the connection does that.
    func cancel(stream: Int32) -> Bool
    /// Ends when the requests that are there are answered.
    func drain()
}

/// What happens on a connection.
enum ConversationEvent {
    /// A request begins to arrive.
    case begun
    case request(OriginRequest, stream: Int32)
    /// A request that cannot be followed, and what is said about it.
    case refused(OriginResponse, stream: Int32)
    /// The answer to a request was sent, or nobody wants it any more.
    case ended(stream: Int32)
}

/// A request that is answered now.
struct AnsweredRequest {
    var stream: Int32
    /// Whether only the header of the response is sent.
    var isHead = false
    /// When that is.
    var date: HTTPDate
}
