/// The fields of a request header while they are parsed.
struct HeaderFields {
    /// The reason why a request is rejected.
    struct Rejection: Error {
        var status: Int
        var why: String

        static let malformed = Rejection(status: 400, why: "the header is malformed")
    }

    /// The header with the fields that were added so far.
    var head = RequestHead(request: HTTPRequest(path: ""), isPersistent: false)
    private var hosts = 0
    private var bodyLength: Int?

    /// Adds a field. Returns the reason if it makes the request invalid.
    mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Rejection? {
        guard let name = Self.knownName(name) else { return nil }
        switch name {
        case "host":
            hosts += 1
            head.request.set(name, Substring(decoding: value, as: UTF8.self))
        case "content-length":
            guard bodyLength == nil, value.count <= 18, value.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(String(decoding: value, as: UTF8.self))
            else { return .malformed }
            bodyLength = number
        case "transfer-encoding": return Rejection(status: 501, why: "bodies are not supported")
        case "connection":
            let options = String(decoding: value, as: UTF8.self).lowercased().split(separator: ",")
            if options.contains(where: { $0.filter { $0 != " " && $0 != "\t" } == "close" }) {
                head.isPersistent = false
            }
        default: head.request.set(name, Substring(decoding: value, as: UTF8.self))
        }
        return nil
    }

    /// Returns the complete header, or the reason why it is invalid.
    func complete(maximumBodyLength: Int) -> Result<RequestHead, Rejection> {
        // Only HTTP/1.0 permits a request without Host (RFC 9112 3.2).
        guard hosts == 1 || hosts == 0 && !head.isHTTP11 else { return .failure(.malformed) }
        var head = head
        head.bodyLength = bodyLength ?? 0
        guard head.bodyLength <= maximumBodyLength else {
            return .failure(Rejection(status: 413, why: "bodies are not supported"))
        }
        return .success(head)
    }

    /// The names of the fields that affect a response, by length.
    private static let names: [[(name: String, bytes: [UInt8])]] = {
        let known = ["host", "content-length", "transfer-encoding", "connection"] + HTTPRequest.fieldNames
        var table: [[(name: String, bytes: [UInt8])]] = []
        for name in known {
            while table.count <= name.utf8.count { table.append([]) }
            table[name.utf8.count].append((name, Array(name.utf8)))
        }
        return table
    }()

    /// Returns the lower-case name of a field that affects the response; nil for other fields.
    private static func knownName(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.count < names.count else { return nil }
        // Setting this bit makes letters lower-case, and changes no other character of these names.
        return names[bytes.count].first { known in
            for index in bytes.indices where bytes[index] | 0x20 != known.bytes[index] { return false }
            return true
        }?.name
    }
}
