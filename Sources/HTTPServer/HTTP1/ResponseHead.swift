import Media

extension HTTPResponse {
    /// Returns the serialized HTTP/1.1 header (RFC 9112 4).
    func head(date: HTTPDate, isPersistent: Bool, framing: BodyFraming = .length) -> ByteSlice {
        if isPersistent, framing == .length, let sharedHead {
            return sharedHead.bytes(for: date) { serializedHead(date, isPersistent: true, framing) }
        }
        return serializedHead(date, isPersistent: isPersistent, framing)
    }

    private func serializedHead(_ date: HTTPDate, isPersistent: Bool, _ framing: BodyFraming) -> ByteSlice {
        var text: [UInt8] = []
        text.reserveCapacity(512)
        func add(_ part: String) { text.append(contentsOf: part.utf8) }
        func add(_ name: String, _ value: String) {
            add(name)
            add(": ")
            add(value)
            add("\r\n")
        }
        add("HTTP/1.1 ")
        add(String(status))
        add(" ")
        add(Self.reason(status))
        add("\r\n")
        add("Date", date.description)
        add("Server", "sluice")
        for (name, value) in fields { add(name, value) }
        switch framing {
        // In a 304 response, Content-Length would have to be the length of the full resource (RFC 9110 8.6).
        case .length: if status != 304 { add("Content-Length", String(bodyLength)) }
        case .chunks: add("Transfer-Encoding", "chunked")
        case .untilClose: break
        }
        if !isPersistent { add("Connection", "close") }
        add("\r\n")
        return ByteSlice(copying: text)
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 202: "Accepted"
        case 206: "Partial Content"
        case 304: "Not Modified"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 416: "Range Not Satisfiable"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: "Unknown"
        }
    }
}
