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
    /// When the address ends under which it was asked, in seconds since 1970; nil for never.
    var expiry: Int64?

    init(path: String, query: String? = nil) {
        self.path = path
        self.query = query
    }

    /// Whether the answer may be compressed (RFC 9110 12.5.3).
    var acceptsGzip: Bool {
        (acceptEncoding ?? "").utf8.split(separator: UInt8(ascii: ",")).contains { coding in
            let parts = coding.split(separator: UInt8(ascii: ";")).map { part in
                String(decoding: part.filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self).lowercased()
            }
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

// As it comes in a header.
extension OriginRequest {
    /// What is kept of a field, in characters.
    private static let longestField = 4096
    /// The most that a target may have, in bytes.
    static let longestTarget = 8192

    /// How much of a request is kept, in bytes.
    var size: Int {
        [path, query, range, ifRange, ifNoneMatch, acceptEncoding, authorization].reduce(0) {
            $0 + ($1?.utf8.count ?? 0)
        }
    }

    /// A request with this method and target (RFC 9110 7.1).
    init(method: Substring, target: Substring) {
        var rest = target
        if !rest.hasPrefix("/"), let scheme = rest.firstRange(of: "://") {
            // The absolute form, which proxies send.
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
        default: self.method = .other
        }
    }

    /// Takes a field that answers depend on; several of one name count as a list.
    mutating func set(_ name: String, _ value: Substring) {
        let path: WritableKeyPath<OriginRequest, String?>
        switch name {
        case "range": path = \.range
        case "if-range": path = \.ifRange
        case "if-none-match": path = \.ifNoneMatch
        case "accept-encoding": path = \.acceptEncoding
        case "authorization": path = \.authorization
        default: return
        }
        // What is cut off fits nothing that we have.
        let value = value.prefix(Self.longestField)
        let before = self[keyPath: path]
        guard (before?.utf8.count ?? 0) <= Self.longestField else { return }
        self[keyPath: path] = before.map { "\($0), \(value)" } ?? String(value)
    }
}
