package import Media

/// The decisions of an HTTP server: the response to each request.
///
/// All functions are called on the server's threads, at the same time if there are several. Each thread serves many
/// connections, so they must not wait.
package protocol RequestHandler: Sendable {
    /// Returns the response to a request that is denied or needs no resource; nil if the request may be answered. May
    /// change the request, for example to remove a signature.
    func authorize(_ request: inout HTTPRequest, at now: ClockReading) -> HTTPResponse?
    /// Answers a request that arrived at `since`. `key` is the resource that it was held for; nil for a new request.
    func answer(_ request: HTTPRequest, heldFor key: ResourceKey?, since: MonotonicTime, at now: ClockReading)
        -> RequestOutcome
    /// Returns the response to a request whose header is rejected, or that exceeds a limit of the server.
    func rejection(_ status: Int, _ why: String) -> HTTPResponse
    /// Adds the fields that every response carries.
    func addFields(to response: inout HTTPResponse)
    /// Called several times a second, on one thread.
    func tick(_ load: ServerLoad, at now: MonotonicTime)
}
