/// An HTTP/2 request and its response.
struct HTTP2Stream {
    /// The reason why a request is rejected.
    struct Rejection: Error {
        var status: Int
        var why: String
    }

    private var method: Substring = ""
    private var target: Substring = ""
    /// The request, without its method and target.
    private var asked = HTTPRequest(path: "")
    private var rejection: Rejection?
    /// The header's size in bytes, counted as in RFC 9113 6.5.2.
    private var length = 0
    private var count = 0
    /// The number of body bytes received.
    private(set) var received = 0
    /// Whether the client declared a priority.
    private(set) var hasPriority = false
    /// Whether the request was reported to the server.
    var isReported = false
    var body = HTTP2Body([])
    /// Whether more bytes of the body follow.
    var isGrowing = false

    /// The memory that the request occupies, in bytes.
    var size: Int { target.utf8.count + asked.size }

    /// Adds a header field. Returns false if the header is so long that reading must stop.
    mutating func addField(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
        length += name.count + value.count + 32
        count += 1
        if length > HTTP2Limits.header || count > HTTP2Limits.fields { rejectOversizedHeader() }
        guard rejection == nil else { return length <= HTTP2Limits.oversizedHeader }
        guard let name = String(validating: name, as: UTF8.self), let text = String(validating: value, as: UTF8.self)
        else {
            rejection = Rejection(status: 400, why: "the header is malformed")
            return true
        }
        switch name {
        case ":method": method = Substring(text)
        case ":path" where text.utf8.count > HTTPRequest.maximumTargetLength:
            rejection = Rejection(status: 414, why: "the request target is too long")
        case ":path": target = Substring(text)
        case "priority": hasPriority = true
        default: asked.set(name, Substring(text))
        }
        return true
    }

    /// Adds bytes of the body. Bodies of methods other than POST are skipped, and those beyond the limit.
    mutating func addBody(_ bytes: UnsafeBufferPointer<UInt8>) {
        received += bytes.count
        guard rejection == nil, method == "POST" else { return }
        if received <= HTTPRequest.maximumBodyLength { asked.body += bytes } else { asked.body = [] }
    }

    /// Discards the request; it is answered with status 431.
    mutating func rejectOversizedHeader() {
        rejection = Rejection(status: 431, why: "the header is too long")
        (target, asked) = ("", HTTPRequest(path: ""))
    }

    /// The complete request, or the reason why it is rejected.
    var request: Result<HTTPRequest, Rejection> {
        if let rejection { return .failure(rejection) }
        let line = HTTPRequest(method: method, target: target)
        var request = asked
        (request.method, request.path, request.query) = (line.method, line.path, line.query)
        return .success(request)
    }
}
