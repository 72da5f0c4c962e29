/// The limits for one HTTP/2 connection.
enum HTTP2Limits {
    /// The maximum number of concurrent requests; RFC 9113 6.5.2 recommends at least 100.
    static let streams: UInt32 = 100
    /// The maximum size of a request header in bytes, counted as in RFC 9113 6.5.2.
    static let header = RequestHead.maximumLength
    /// The maximum number of header fields in a request.
    static let fields = 100
    /// The maximum number of bytes kept of all requests on a connection.
    static let kept = 64 << 10
    /// The maximum size of an overlong header, in bytes, that is still read so that it can be answered with 431.
    static let oversizedHeader = 8 * RequestHead.maximumLength
    /// The maximum number of body bytes that are skipped.
    static let body = 64 << 10
    /// The maximum number of bytes queued for the socket. A short queue lets urgent responses overtake others.
    static let queue = 64 << 10
    /// The maximum number of queued control frames.
    static let frames = 2000
    /// The maximum number of invalid or cancelled requests beyond the number of completed ones.
    static let abusiveRequests = 200
}
