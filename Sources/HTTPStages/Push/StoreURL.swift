import HTTPClient
import HLS
import HTTPServer
import Media
import StageKit

/// The base URL of a store; resource paths are appended to it.
struct StoreURL: Sendable, Hashable {
    /// The scheme, host and port.
    let origin: String
    /// The value of the Host field.
    let host: String
    /// The percent-encoded path, with a slash at both ends.
    let path: String
    /// The query sent with every request, such as an access token. It may be secret.
    let query: String?

    /// Throws `invalid-options`. The message never contains parts that may be secret.
    init(_ text: String) throws(StageError) {
        let bare = String(text.prefix { $0 != "?" && $0 != "#" })
        guard let address = WebURL(bare), let start = bare.firstRange(of: "://")?.upperBound else {
            throw StageError(.invalidOptions, "url: invalid URL; use the form https://store.example.org/live/")
        }
        let rest = bare[start...]
        let authority = rest.prefix { $0 != "/" }
        guard !authority.contains("@") else {
            throw StageError(.invalidOptions, "url: contains a user name or password; use the option basic")
        }
        guard !text.contains("#") else {
            throw StageError(.invalidOptions, "url: contains a fragment, which is never sent; remove it")
        }
        origin = "\(address.scheme)://\(authority)"
        let standard = address.scheme == "https" ? ":443" : ":80"
        host =
            authority.lowercased().hasSuffix(standard) ? String(authority.dropLast(standard.count)) : String(authority)
        var names: [String] = []
        for name in rest.dropFirst(authority.count).utf8.split(separator: UInt8(ascii: "/")) {
            guard let decoded = ResourcePath.decoded(name), decoded != ".", decoded != ".." else {
                throw StageError(.invalidOptions, "url: the path contains dot segments or invalid percent-encoding")
            }
            names.append(decoded.percentEncoded())
        }
        path = names.isEmpty ? "/" : "/\(names.joined(separator: "/"))/"
        query = text.firstIndex(of: "?").map { String(text[text.index(after: $0)...]) }.flatMap {
            $0.isEmpty ? nil : $0
        }
    }

    /// Returns the percent-encoded path of a resource; nil if a component is empty, `.` or `..`.
    func path(of resource: String) -> String? {
        let names = resource.split(separator: "/", omittingEmptySubsequences: false)
        guard names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
        // S3 signatures require that all characters except the unreserved ones are encoded.
        return path + names.map { $0.percentEncoded() }.joined(separator: "/")
    }

    /// Returns the URL for a path returned by `path(of:)`.
    func url(ofPath path: String) -> String { origin + path + (query.map { "?\($0)" } ?? "") }

    /// The store's name in messages, without the query.
    var name: String { origin + path }
}
