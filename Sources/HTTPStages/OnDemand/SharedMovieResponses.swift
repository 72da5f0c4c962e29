import HTTPServer
import Media
import Synchronization

/// Responses with stored files of presentations, such as playlists, that all clients share for a short time.
///
/// While a response is stored, its requests neither parse the path nor look up the movie, and its header is serialized
/// once. Changes of movies are noticed when it expires.
final class SharedMovieResponses: Sendable {
    /// The part of a request that determines a response.
    struct Key: Hashable {
        /// With its percent-encoding unchanged.
        private let path: String
        private let acceptsGzip: Bool

        /// Creates the key of a request; nil if the response depends on more.
        init?(_ request: HTTPRequest) {
            guard request.method == .get || request.method == .head, request.query == nil, request.range == nil,
                request.ifNoneMatch == nil, request.expiry == nil
            else { return nil }
            (path, acceptsGzip) = (request.path, request.acceptsGzip)
        }
    }

    /// The time for which a response is stored.
    static let lifetime = Duration.milliseconds(100)
    /// The maximum number of responses.
    private static let limit = 4096

    private let responses = Mutex<[Key: (response: HTTPResponse, end: MonotonicTime)]>([:])

    /// Returns the response to requests with this key; nil if none is stored.
    func response(_ key: Key, at now: MonotonicTime) -> HTTPResponse? {
        responses.withLock { responses in
            guard let entry = responses[key], now < entry.end else { return nil }
            return entry.response
        }
    }

    /// Stores a response that has all its fields.
    func add(_ response: HTTPResponse, for key: Key, at now: MonotonicTime) {
        responses.withLock { responses in
            if responses.count >= Self.limit { responses = [:] }
            responses[key] = (response, now + Self.lifetime)
        }
    }

    /// Removes expired responses, which may be the last to use the memory of a closed movie.
    func removeExpired(at now: MonotonicTime) {
        responses.withLock { responses in
            guard responses.contains(where: { $0.value.end <= now }) else { return }
            responses = responses.filter { now < $0.value.end }
        }
    }
}
