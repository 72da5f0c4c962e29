package import Media

/// The handling of a request.
package enum RequestOutcome: Sendable {
    case respond(HTTPResponse)
    /// Hold the request until this resource changes, or until this time.
    case wait(ResourceKey, until: MonotonicTime)
    /// Send this header, and then the bytes of the stream until it ends.
    case stream(HTTPResponse, any ResponseStream)
}
