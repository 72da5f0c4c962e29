import HTTPClient
import Foundation
import HLS
import Media
import HLSRules

/// A request whose response is validated.
struct ServerRequest: Sendable {
    var subject: ServerExchange.Subject
    /// The name in findings.
    var name: String
    var url: URL
    var range: ByteRange?
    /// The playlist that is requested, or that references the resource.
    var playlist: ServedPlaylist?
    /// The maximum time for which a playlist request may be blocked, in seconds.
    var timeout = 20
    /// Whether the resource is invented, so that the server should respond that it does not exist.
    var isInvented = false

    /// A request for a resource that does not exist, in the same folder.
    var invented: ServerRequest {
        var request = self
        let name = "not-there-" + url.lastPathComponent
        request.url = url.deletingLastPathComponent().appending(path: name)
        (request.subject, request.name, request.isInvented) = (.other, name, true)
        return request
    }

    /// Returns the request with delivery directives added to its query, sorted by name (RFC 8216bis 6.2.5).
    func with(_ directives: [(name: String, value: String)]) -> ServerRequest {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return self }
        let added = directives.map { "\($0.name)=\($0.value)" }
        parts.percentEncodedQuery = ((parts.percentEncodedQuery.map { [$0] } ?? []) + added).joined(separator: "&")
        var request = self
        request.url = parts.url ?? url
        return request
    }
}
