/// The header of a request over HTTP/1.1 (RFC 9112), read strictly: what could be understood in two ways is refused.
struct RequestHead: Sendable, Hashable {
    /// What became of the bytes so far.
    enum Reading: Sendable, Hashable {
        /// The header has not ended.
        case unfinished
        /// A header, and how many bytes it took.
        case request(RequestHead, length: Int)
        /// What it says cannot be followed; the status says why, and the connection ends with it.
        case refused(status: Int, why: String)
    }

    var request: OriginRequest
    /// Whether another request may follow on the connection.
    var isPersistent: Bool
    /// How many bytes follow that are passed over.
    var bodyLength = 0

    /// The most that a header may have, in bytes and in fields.
    static let longest = 32 << 10
    private static let mostFields = 100
    /// The most that is passed over of a body, in bytes: no request that is answered has one.
    private static let longestBody = 64 << 10

    /// Reads a header from the beginning of `bytes`, of which the first `searched` are known to hold no end of it.
    ///
    /// A header that arrives byte by byte is not searched from its beginning each time.
    static func read(_ bytes: ArraySlice<UInt8>, searched: Int = 0) -> Reading {
        // What begins otherwise, such as TLS, has no end that could be waited for.
        if let first = bytes.first, !isToken(first) { return malformed }
        guard let end = end(of: bytes, searched: searched) else {
            return bytes.count > longest ? .refused(status: 431, why: "the header is too long") : .unfinished
        }
        guard end <= longest else { return .refused(status: 431, why: "the header is too long") }
        let text = bytes.prefix(end - 4)
        guard let text = String(validating: text, as: UTF8.self) else { return malformed }
        // A line ends with both characters or does not end.
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.dropLast().allSatisfy({ $0.last == 0x0D }) else { return malformed }
        let stripped = lines.dropLast().map { $0.dropLast() } + [lines.last!]
        guard stripped.allSatisfy({ $0.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }) else {
            return malformed
        }
        guard stripped.count <= mostFields + 1 else { return .refused(status: 431, why: "there are too many fields") }
        return parse(stripped.map { Substring($0) }, length: end)
    }

    private static let malformed = Reading.refused(status: 400, why: "the header is malformed")

    private static func end(of bytes: ArraySlice<UInt8>, searched: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            // The end may have begun in what is searched.
            var index = max(0, searched - 3)
            let last = min(bytes.count, longest + 4)
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

    private static func parse(_ lines: [Substring], length: Int) -> Reading {
        let words = lines[0].utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map {
            Substring($0)
        }
        guard words.count == 3, isToken(words[0]), !words[1].isEmpty else { return malformed }
        guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
            return words[2].hasPrefix("HTTP/") ? .refused(status: 505, why: "HTTP/1.1 is spoken here") : malformed
        }
        guard words[1].utf8.count <= OriginRequest.longestTarget else {
            return .refused(status: 414, why: "the address is too long")
        }
        var head = RequestHead(
            request: OriginRequest(method: words[0], target: words[1]), isPersistent: words[2] == "HTTP/1.1")
        var hosts = 0
        var bodyLength: Int?
        for line in lines.dropFirst() {
            guard let colon = line.utf8.firstIndex(of: 0x3A), isToken(line[..<colon]) else { return malformed }
            let value = trimmed(line[line.utf8.index(after: colon)...])
            switch line[..<colon].lowercased() {
            case "host": hosts += 1
            case "content-length":
                guard bodyLength == nil, value.utf8.count <= 18, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                    let number = Int(value)
                else { return malformed }
                bodyLength = number
            case "transfer-encoding": return .refused(status: 501, why: "requests have no body here")
            case "connection":
                let options = value.lowercased().split(separator: ",").map { trimmed($0) }
                if options.contains("close") { head.isPersistent = false }
            case let name: head.request.set(name, value)
            }
        }
        guard hosts == 1 || (hosts == 0 && words[2] == "HTTP/1.0") else { return malformed }
        head.bodyLength = bodyLength ?? 0
        guard head.bodyLength <= longestBody else { return .refused(status: 413, why: "requests have no body here") }
        return .request(head, length: length)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var bytes = text.utf8
        while bytes.first == 0x20 || bytes.first == 0x09 { bytes.removeFirst() }
        while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
        return Substring(bytes)
    }

    // RFC 9110 5.6.2.
    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isToken)
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
