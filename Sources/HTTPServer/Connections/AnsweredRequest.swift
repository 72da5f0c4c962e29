import Media

/// A request that is being answered.
struct AnsweredRequest {
    var stream: Int32
    /// Whether the request's method is HEAD, so that the body is not sent.
    var isHead = false
    /// The value of the response's `Date` field.
    var date: HTTPDate
    /// The arrival time; nil if the response time is not measured.
    var since: MonotonicTime?
}
