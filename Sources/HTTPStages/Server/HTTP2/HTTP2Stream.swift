/// A request over HTTP/2 and its answer.
struct HTTP2Stream {
    /// Why a request is not followed.
    struct Refusal: Error {
        var status: Int
        var why: String
    }

    private var method: Substring = ""
    private var target: Substring = ""
    /// What was asked, but for these two.
    private var asked = OriginRequest(path: "")
    private var refusal: Refusal?
    /// In bytes, as RFC 9113 6.5.2 counts them.
    private var length = 0
    private var count = 0
    /// Bytes of a body that came.
    var received = 0
    /// Whether the client says how urgent it is.
    private(set) var hasPriority = false
    /// Whether the server knows of it.
    var isTold = false
    var body = HTTP2Body([])

    /// How much of the request is kept, in bytes.
    var size: Int { target.utf8.count + asked.size }

    /// Takes a field; false where there are so many that nothing more is to be read.
    mutating func take(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
        length += name.count + value.count + 32
        count += 1
        if length > HTTP2Limit.header || count > HTTP2Limit.fields { refuseLongHeader() }
        guard refusal == nil else { return length <= HTTP2Limit.strayHeader }
        guard let name = String(validating: name, as: UTF8.self), let text = String(validating: value, as: UTF8.self)
        else {
            refusal = Refusal(status: 400, why: "the header is malformed")
            return true
        }
        switch name {
        case ":method": method = Substring(text)
        case ":path" where text.utf8.count > OriginRequest.longestTarget:
            refusal = Refusal(status: 414, why: "the address is too long")
        case ":path": target = Substring(text)
        case "priority": hasPriority = true
        default: asked.set(name, Substring(text))
        }
        return true
    }

    /// Keeps nothing of the request and answers that it is too long.
    mutating func refuseLongHeader() {
        refusal = Refusal(status: 431, why: "the header is too long")
        (target, asked) = ("", OriginRequest(path: ""))
    }

    /// What was asked.
    var request: Result<OriginRequest, Refusal> {
        if let refusal { return .failure(refusal) }
        let line = OriginRequest(method: method, target: target)
        var request = asked
        (request.method, request.path, request.query) = (line.method, line.path, line.query)
        return .success(request)
    }
}
