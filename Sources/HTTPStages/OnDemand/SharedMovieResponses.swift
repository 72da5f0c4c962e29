import OnDemand
import Synchronization

/// The complete responses with stored files of presentations, such as playlists, which all clients share.
///
/// A version of a presentation has the same files whenever it is open, so entries need not be removed with it.
final class SharedMovieResponses: Sendable {
    /// What determines a response.
    struct Key: Hashable {
        let movie: PresentationRequest
        /// The entity tag, which contains the version.
        let tag: String
        let path: String
        let isEntry: Bool
    }

    /// The maximum size of a body, and of all bodies, in bytes; the maximum number of responses.
    private static let (bodyLimit, totalLimit, countLimit) = (1 << 20, 32 << 20, 4096)

    private struct State {
        var responses: [Key: HTTPResponse] = [:]
        var size = 0
    }
    private let state = Mutex(State())

    /// Returns the response for a key; `make` creates the first one with all its fields, whose header is then serialized
    /// once.
    func response(_ key: Key, _ make: () -> HTTPResponse) -> HTTPResponse {
        if let known = state.withLock({ $0.responses[key] }) { return known }
        var response = make()
        response.hasCommonFields = true
        response.sharedHead = SharedHead()
        let (shared, size) = (response, response.bodyLength)
        guard size <= Self.bodyLimit else { return shared }
        state.withLock { state in
            if state.size + size > Self.totalLimit || state.responses.count >= Self.countLimit { state = State() }
            if state.responses.updateValue(shared, forKey: key) == nil { state.size += size }
        }
        return shared
    }
}
