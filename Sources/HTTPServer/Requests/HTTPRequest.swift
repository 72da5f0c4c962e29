import Digests

/// The parts of a request that determine its response.
package struct HTTPRequest: Sendable, Hashable {
    package enum Method: Sendable, Hashable {
        case get
        case head
        /// A CORS preflight request.
        case options
        case post
        case other
    }

    package var method = Method.get
    /// The path with its percent-encoding unchanged.
    package var path: String
    /// The query with its percent-encoding unchanged; nil if there is none.
    package var query: String?
    package var range: String?
    /// The entity tag of If-Range.
    package var ifRange: String?
    /// The value of If-None-Match.
    package var ifNoneMatch: String?
    var acceptEncoding: String?
    package var authorization: String?
    /// Whether the client connected to a Unix socket, which only this user can do.
    package var isLocal = false
    /// The value of Host.
    package var host: String?
    /// The value of Origin: the web origin of the page that sends the request.
    package var origin: String?
    /// The value of Sec-Fetch-Site: the relation of that page to this server.
    package var fetchSite: String?
    package var accept: String?
    /// The content of a POST request; empty for other methods, and if it exceeds ``maximumBodyLength``.
    package var body: [UInt8] = []
    /// The hash of `User-Agent`, and then the hash of the client with its address; nil if unknown, and for held
    /// requests.
    package var client: Int?
    /// The expiry time of the signed URL, in seconds since 1970; nil if it is not signed.
    package var expiry: Int64?

    package init(path: String, query: String? = nil) {
        self.path = path
        self.query = query
    }

    /// Returns whether the request presents this bearer token (RFC 6750), compared in constant time.
    package func hasBearerToken(_ token: String) -> Bool {
        guard let authorization, authorization.prefix(7).lowercased() == "bearer " else { return false }
        return constantTimeEquals(String(authorization.dropFirst(7)), token)
    }

    /// Whether the client accepts gzip (RFC 9110 12.5.3).
    package var acceptsGzip: Bool {
        (acceptEncoding ?? "").utf8.split(separator: UInt8(ascii: ",")).contains { coding in
            let parts = coding.split(separator: UInt8(ascii: ";")).map { part in
                String(decoding: part.filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self).lowercased()
            }
            guard let name = parts.first, name == "gzip" || name == "*" else { return false }
            // A weight of zero refuses the coding.
            return !parts.dropFirst().contains { $0.hasPrefix("q=") && !$0.contains { ("1"..."9") ~= $0 } }
        }
    }

    /// Returns whether If-None-Match contains the tag.
    package func has(_ tag: String) -> Bool {
        guard let ifNoneMatch, ifNoneMatch.utf8.count <= 4096 else { return false }
        return ifNoneMatch.split(separator: ",").contains {
            let candidate = $0.filter { $0 != " " && $0 != "\t" }
            return candidate == "*" || candidate == tag || candidate == "W/\(tag)"
        }
    }
}

// Parsing.
extension HTTPRequest {
    /// The maximum number of characters kept of one field.
    private static let maximumFieldLength = 4096
    /// The maximum length of a request target, in bytes.
    static let maximumTargetLength = 8192
    /// The maximum number of content bytes kept of a request; longer content is skipped.
    static let maximumBodyLength = 8192

    /// The memory that the kept fields occupy, in bytes.
    var size: Int {
        [path, query, range, ifRange, ifNoneMatch, acceptEncoding, authorization, host, origin, fetchSite, accept]
            .reduce(body.count) {
                $0 + ($1?.utf8.count ?? 0)
            }
    }

    /// Creates a request from its method and target (RFC 9110 7.1).
    init(method: Substring, target: Substring) {
        var rest = target
        if rest.utf8.first != UInt8(ascii: "/"), let scheme = rest.firstRange(of: "://") {
            // The absolute form, sent by proxies.
            rest = rest[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
            if !rest.hasPrefix("/") { rest = "/" + rest }
        }
        let end = rest.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? rest.endIndex
        let query = rest[end...]
        self.init(path: String(rest[..<end]), query: query.isEmpty ? nil : String(Substring(query.utf8.dropFirst())))
        switch method {
        case "GET": self.method = .get
        case "HEAD": self.method = .head
        case "OPTIONS": self.method = .options
        case "POST": self.method = .post
        default: self.method = .other
        }
    }

    /// The names of the fields that affect a response, except the pseudo-fields of HTTP/2.
    static let fieldNames = [
        "range", "if-range", "if-none-match", "accept-encoding", "authorization", "host", "origin", "sec-fetch-site",
        "accept", "user-agent",
    ]

    /// Sets a field that affects the response. Repeated fields are joined with commas; other fields are ignored.
    mutating func set(_ name: String, _ value: Substring) {
        switch name {
        case "range": Self.append(value, to: &range)
        case "if-range": Self.append(value, to: &ifRange)
        case "if-none-match": Self.append(value, to: &ifNoneMatch)
        case "accept-encoding": Self.append(value, to: &acceptEncoding)
        case "authorization": Self.append(value, to: &authorization)
        case "host", ":authority": Self.append(value, to: &host)
        case "origin": Self.append(value, to: &origin)
        case "sec-fetch-site": Self.append(value, to: &fetchSite)
        case "accept": Self.append(value, to: &accept)
        case "user-agent": client = value.hashValue
        default: return
        }
    }

    private static func append(_ value: Substring, to field: inout String?) {
        // A truncated value matches no entity tag and no token.
        let value = value.utf8.count > maximumFieldLength ? value.prefix(maximumFieldLength) : value
        guard let before = field else { return field = String(value) }
        if before.utf8.count <= maximumFieldLength { field = "\(before), \(value)" }
    }
}
