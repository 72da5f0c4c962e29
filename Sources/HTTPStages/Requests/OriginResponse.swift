import Media

/// A header as it is sent at one time.
struct SharedHead: Sendable {
    var date: HTTPDate
    var bytes: ByteSlice
}

/// What is answered.
struct OriginResponse: Sendable {
    var status: Int
    /// Names and values, in the order in which they are sent.
    var fields: [(name: String, value: String)] = []
    /// The header over HTTP/1.1, where many are sent the same.
    var sharedHead: SharedHead?
    /// What is sent behind the header; for HEAD only its length is.
    var body: [ByteSlice] = []
    /// How long the body is, whether it is sent or not.
    var bodyLength: Int { body.reduce(0) { $0 + $1.count } }

    init(_ status: Int, _ fields: [(name: String, value: String)] = [], body: [ByteSlice] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// An answer of one line of text.
    static func text(_ status: Int, _ line: String, cache: CacheLifetime) -> OriginResponse {
        OriginResponse(
            status, [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", cache.field)],
            body: [ByteSlice(copying: Array("\(line)\n".utf8))])
    }

    /// The same answer, kept by caches no longer than the address is good for; `expiry` in seconds since 1970.
    func lasting(until expiry: Int64?, at now: OriginTime) -> OriginResponse {
        guard let expiry, let index = fields.firstIndex(where: { $0.name == "Cache-Control" }) else { return self }
        let left = max(0, expiry &- now.date)
        let directives = fields[index].value.split(separator: ",").map { directive in
            let pair = directive.split(separator: "=")
            guard pair.count == 2, pair[0].hasSuffix("max-age"), let age = Int64(pair[1]), age > left else {
                return String(directive)
            }
            return "\(pair[0])=\(left)"
        }
        var result = self
        result.fields[index].value = directives.joined(separator: ",")
        return result
    }

    func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}
