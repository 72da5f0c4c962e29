import Foundation

/// An absolute HTTP or HTTPS URL, and the resolution of references against it (RFC 3986 5).
package struct WebURL: Sendable, Hashable, CustomStringConvertible {
    private let url: URL
    /// The host in lower case, without brackets.
    package let host: String
    /// The scheme in lower case: `http` or `https`.
    package let scheme: String

    /// Parses a URL; nil unless it is absolute, has a host, and uses `http` or `https`.
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

    /// Resolves a reference against this URL; nil unless the result is an HTTP or HTTPS URL.
    package func resolve(_ reference: String) -> WebURL? {
        guard reference.utf8.count <= 64 << 10 else { return nil }
        return URL(string: reference, relativeTo: url).flatMap { WebURL($0.absoluteURL) }
    }

    package var description: String { url.absoluteString }

    /// The scheme, host and port.
    package var origin: String { "\(scheme)://\(host):\(url.port ?? (scheme == "https" ? 443 : 80))" }

    /// The URL without query and fragment, which may contain changing signatures and tokens.
    package var stable: String {
        let text = url.absoluteString
        return String(text.prefix { $0 != "?" && $0 != "#" })
    }

    /// The percent-decoded query parameters; the first of each name counts.
    package var queryParameters: [String: String] { url.queryParameters }

    /// The extension of the last path component, in lower case.
    package var pathExtension: String { url.pathExtension.lowercased() }
}
