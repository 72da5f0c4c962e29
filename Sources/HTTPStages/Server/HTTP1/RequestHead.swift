/// The header of an HTTP/1.1 request (RFC 9112). Parsing is strict: ambiguous headers are rejected.
struct RequestHead: Sendable, Hashable {
    /// The result of parsing.
    enum ParseResult: Sendable, Hashable {
        /// The header is incomplete.
        case incomplete
        /// A complete header, and its length in bytes.
        case request(RequestHead, length: Int)
        /// The request is rejected with this status, and the connection closes after the response.
        case rejected(status: Int, why: String)
    }

    var request: HTTPRequest
    /// Whether the connection stays open after the response.
    var isPersistent: Bool
    /// The length of the body in bytes.
    var bodyLength = 0
    /// Whether the body is part of the request instead of being skipped.
    var keepsBody: Bool { request.method == .post && (1...HTTPRequest.maximumBodyLength).contains(bodyLength) }

    /// The maximum length of a header, in bytes.
    static let maximumLength = 32 << 10
    private static let maxFields = 100
    /// The maximum length of a body in bytes.
    private static let maximumBodyLength = 64 << 10

    /// Parses a header at the start of `bytes`.
    ///
    /// - Parameter searched: The number of leading bytes known to contain no end of a header, so that a header that
    ///   arrives byte by byte is not searched repeatedly.
    static func read(_ bytes: ArraySlice<UInt8>, searched: Int = 0) -> ParseResult {
        // Rejects other protocols, such as TLS, at once instead of waiting for the end of a header.
        if let first = bytes.first, !isToken(first) { return malformed }
        guard let end = end(of: bytes, searched: searched) else {
            return bytes.count > maximumLength ? .rejected(status: 431, why: "the header is too long") : .incomplete
        }
        guard end <= maximumLength else { return .rejected(status: 431, why: "the header is too long") }
        let text = bytes.prefix(end - 4)
        guard let text = String(validating: text, as: UTF8.self) else { return malformed }
        // Each line must end with CR LF; a lone LF is rejected.
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.dropLast().allSatisfy({ $0.last == 0x0D }) else { return malformed }
        let stripped = lines.dropLast().map { $0.dropLast() } + [lines.last!]
        guard stripped.allSatisfy({ $0.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }) else {
            return malformed
        }
        guard stripped.count <= maxFields + 1 else { return .rejected(status: 431, why: "too many header fields") }
        return parse(stripped.map { Substring($0) }, length: end)
    }

    private static let malformed = ParseResult.rejected(status: 400, why: "the header is malformed")

    private static func end(of bytes: ArraySlice<UInt8>, searched: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            // The end of the header may overlap the searched bytes.
            var index = max(0, searched - 3)
            let last = min(bytes.count, maximumLength + 4)
            while index + 4 <= last {
                if bytes[index + 3] > 0x0D {
                    index += 4
                } else if bytes[index] == 0x0D, bytes[index + 1] == 0x0A, bytes[index + 2] == 0x0D,
                    bytes[index + 3] == 0x0A
                {
                    return index + 4
                } else {
                    index += 1
                }
            }
            return nil
        }
    }

    private static func parse(_ lines: [Substring], length: Int) -> ParseResult {
        let words = lines[0].utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map {
            Substring($0)
        }
        guard words.count == 3, isToken(words[0]), !words[1].isEmpty else { return malformed }
        guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
            return words[2].hasPrefix("HTTP/") ? .rejected(status: 505, why: "only HTTP/1.1 is supported") : malformed
        }
        guard words[1].utf8.count <= HTTPRequest.maximumTargetLength else {
            return .rejected(status: 414, why: "the request target is too long")
        }
        var head = RequestHead(
            request: HTTPRequest(method: words[0], target: words[1]), isPersistent: words[2] == "HTTP/1.1")
        var hosts = 0
        var bodyLength: Int?
        for line in lines.dropFirst() {
            guard let colon = line.utf8.firstIndex(of: 0x3A), isToken(line[..<colon]) else { return malformed }
            let value = trimmed(line[line.utf8.index(after: colon)...])
            switch line[..<colon].lowercased() {
            case "host":
                hosts += 1
                head.request.set("host", value)
            case "content-length":
                guard bodyLength == nil, value.utf8.count <= 18, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                    let number = Int(value)
                else { return malformed }
                bodyLength = number
            case "transfer-encoding": return .rejected(status: 501, why: "bodies are not supported")
            case "connection":
                let options = value.lowercased().split(separator: ",").map { trimmed($0) }
                if options.contains("close") { head.isPersistent = false }
            case let name: head.request.set(name, value)
            }
        }
        guard hosts == 1 || (hosts == 0 && words[2] == "HTTP/1.0") else { return malformed }
        head.bodyLength = bodyLength ?? 0
        guard head.bodyLength <= maximumBodyLength else {
            return .rejected(status: 413, why: "bodies are not supported")
        }
        return .request(head, length: length)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var bytes = text.utf8
        while bytes.first == 0x20 || bytes.first == 0x09 { bytes.removeFirst() }
        while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
        return Substring(bytes)
    }

    // A token as defined in RFC 9110 5.6.2.
    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isToken)
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
