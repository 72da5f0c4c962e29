import HLS
import Media

extension HTTPResponse {
    /// Returns the serialized HTTP/1.1 header (RFC 9112 4).
    ///
    /// - Parameter hasLength: Whether the length of the body is known.
    func head(date: HTTPDate, isPersistent: Bool, hasLength: Bool = true) -> ByteSlice {
        if isPersistent, let sharedHead, sharedHead.date == date { return sharedHead.bytes }
        var text = "HTTP/1.1 \(status) \(Self.reason(status))\r\nDate: \(date)\r\nServer: sluice\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        // In a 304 response, Content-Length would have to be the length of the full resource (RFC 9110 8.6).
        if status != 304, hasLength { text += "Content-Length: \(bodyLength)\r\n" }
        if !isPersistent { text += "Connection: close\r\n" }
        text += "\r\n"
        return ByteSlice(copying: Array(text.utf8))
    }

    /// Serializes the header once for all clients that receive this response with the same date.
    mutating func shareHead(date: HTTPDate) {
        sharedHead = SharedHead(date: date, bytes: head(date: date, isPersistent: true))
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
