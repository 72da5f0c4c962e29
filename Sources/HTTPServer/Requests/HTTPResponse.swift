package import Media

/// A response.
package struct HTTPResponse: Sendable {
    package var status: Int
    /// Header fields, in sending order.
    package var fields: [(name: String, value: String)] = []
    /// The serialized HTTP/1.1 header, if many clients receive the same response; nil for other responses.
    package var sharedHead: SharedHead?
    /// Whether `fields` contains the fields that every response carries.
    package var hasCommonFields = false
    /// The rate at which the response is sent; nil for full speed.
    package var pace: DeliveryPace?
    /// The figures that count the response; nil if it is not counted.
    package var figures: ResponseFigures?
    /// The body. For HEAD requests only its length is sent.
    package var body: [ByteSlice] { didSet { bodyLength = Self.length(of: body) } }
    /// The length of the body in bytes, whether or not it is sent.
    package private(set) var bodyLength: Int

    package init(_ status: Int, _ fields: [(name: String, value: String)] = [], body: [ByteSlice] = []) {
        self.status = status
        self.fields = fields
        self.body = body
        bodyLength = Self.length(of: body)
    }

    private static func length(of body: [ByteSlice]) -> Int { body.reduce(0) { $0 + $1.count } }

    /// Creates a response with one line of text.
    package static func text(_ status: Int, _ line: String, cache: CacheLifetime) -> HTTPResponse {
        HTTPResponse(
            status, [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", cache.field)],
            body: [ByteSlice(copying: Array("\(line)\n".utf8))])
    }

    /// Returns the response with cache lifetimes limited to the expiry of the signed URL. `expiry` is in seconds since
    /// 1970.
    package func lasting(until expiry: Int64?, at now: ClockReading) -> HTTPResponse {
        guard let expiry, let index = fields.firstIndex(where: { $0.name == "Cache-Control" }) else { return self }
        let left = max(0, expiry &- now.wall.seconds)
        let directives = fields[index].value.split(separator: ",").map { directive in
            let pair = directive.split(separator: "=")
            guard pair.count == 2, pair[0].hasSuffix("max-age"), let age = Int64(pair[1]), age > left else {
                return String(directive)
            }
            return "\(pair[0])=\(left)"
        }
        var result = self
        result.sharedHead = nil
        result.fields[index].value = directives.joined(separator: ",")
        return result
    }

    package func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}
