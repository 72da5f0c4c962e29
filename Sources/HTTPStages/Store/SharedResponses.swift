import Media
import HTTPServer
import Synchronization

/// The complete responses of one content of a resource, which all clients share.
final class SharedResponses: Sendable {
    /// The properties of a request that its response depends on.
    struct Variant: Hashable {
        var form = PublishedPlaylist.Form.full
        var isCompressed = false
        var lifetime: CacheLifetime
    }

    private let responses = Mutex<[Variant: HTTPResponse]>([:])

    /// Returns the response of a variant; `make` creates the first one.
    func response(_ variant: Variant, _ make: () -> HTTPResponse) -> HTTPResponse {
        if let known = responses.withLock({ $0[variant] }) { return known }
        var response = make()
        response.sharedHead = SharedHead()
        let complete = response
        responses.withLock { $0[variant] = complete }
        return response
    }
}
