import Foundation

/// An absolute address of the web, and how references are resolved against it (RFC 3986 5).
package struct WebAddress: Sendable, Hashable, CustomStringConvertible {
    private let url: URL
    /// In lower case, without brackets.
    package let host: String
    /// In lower case: `http` or `https`.
    package let scheme: String

    /// nil unless the text is an absolute address with `http` or `https` and a host.
    package init?(_ text: String) {
        guard text.utf8.count <= 64 << 10, let url = URL(string: text) else { return nil }
        self.init(url.absoluteURL)
    }

    private init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: false), !host.isEmpty
        else { return nil }
        self.url = url
        self.scheme = scheme
        self.host = host.lowercased().trimmingCharacters(in: ["[", "]"])
    }

    /// What a reference in a page at this address stands for; nil where that is no address of the web.
    package func resolve(_ reference: String) -> WebAddress? {
        guard reference.utf8.count <= 64 << 10 else { return nil }
        return URL(string: reference, relativeTo: url).flatMap { WebAddress($0.absoluteURL) }
    }

    package var description: String { url.absoluteString }

    /// The scheme, host and port.
    package var origin: String { "\(scheme)://\(host):\(url.port ?? (scheme == "https" ? 443 : 80))" }

    /// The address without what changes from one visit to the next: signatures and tokens stand in the query.
    package var stable: String {
        let text = url.absoluteString
        return String(text.prefix { $0 != "?" && $0 != "#" })
    }

    /// The parameters of the query without percent encoding, the first of each name.
    package var queryParameters: [String: String] { url.queryParameters }

    /// The letters and digits behind the last full stop of the path, in lower case.
    package var pathExtension: String { url.pathExtension.lowercased() }
}
