/// A request, as far as an answer depends on it.
struct OriginRequest: Sendable, Hashable {
    enum Method: Sendable, Hashable {
        case get
        case head
        /// What a browser asks before it asks.
        case options
        case other
    }

    var method = Method.get
    /// As it was sent, with its escapes.
    var path: String
    /// As it was sent; nil without one.
    var query: String?
    var range: String?
    /// The entity tag that the range is of.
    var ifRange: String?
    /// Entity tags that the client has.
    var ifNoneMatch: String?
    var acceptEncoding: String?
    var authorization: String?

    init(path: String, query: String? = nil) {
        self.path = path
        self.query = query
    }

    /// Whether the answer may be compressed (RFC 9110 12.5.3).
    var acceptsGzip: Bool {
        (acceptEncoding ?? "").split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first, name == "gzip" || name == "*" else { return false }
            // A weight of nothing but zeros refuses it.
            return !parts.dropFirst().contains { $0.hasPrefix("q=") && !$0.contains { ("1"..."9") ~= $0 } }
        }
    }

    /// Whether the client has what this tag stands for.
    func has(_ tag: String) -> Bool {
        guard let ifNoneMatch, ifNoneMatch.utf8.count <= 4096 else { return false }
        return ifNoneMatch.split(separator: ",").contains {
            let candidate = $0.filter { $0 != " " && $0 != "\t" }
            return candidate == "*" || candidate == tag || candidate == "W/\(tag)"
        }
    }
}
