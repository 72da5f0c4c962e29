import HTTPServer
import HTTPStages

/// The reply of a route.
enum AdminReply: Sendable {
    case response(HTTPResponse)
    /// The response follows when the operation has finished. Operations run one after the other.
    case operation(@Sendable () async -> HTTPResponse)
    /// The response follows when it is known. Other requests do not delay it.
    case reading(@Sendable () async -> HTTPResponse)
    case stream(HTTPResponse, any ResponseStream)
}
