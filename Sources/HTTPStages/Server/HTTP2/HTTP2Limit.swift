/// What a client may cost on one connection of HTTP/2.
enum HTTP2Limit {
    /// Requests at once; as many as RFC 9113 6.5.2 has servers allow at least.
    static let streams: UInt32 = 100
    /// The header of a request, in bytes, as RFC 9113 6.5.2 counts them.
    static let header = RequestHead.longest
    /// The fields of a request.
    static let fields = 100
    /// What is kept of all requests of a connection, in bytes.
    static let kept = 64 << 10
    /// Of a header that is longer, so much more is read over to answer that it is.
    static let strayHeader = 8 * RequestHead.longest
    /// What is passed over of a body, in bytes.
    static let body = 64 << 10
    /// What waits to be sent, in bytes: what is more urgent overtakes all the rest.
    static let queue = 64 << 10
    /// Frames that answer the client's and wait to be sent.
    static let frames = 2000
    /// Requests that came to nothing, beyond those that were answered.
    static let misdeeds = 200
}
