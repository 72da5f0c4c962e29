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
    /// Whether the version is HTTP/1.1, so that Host is required, and a response may be chunked.
    var isHTTP11 = true
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
        return bytes.withUnsafeBufferPointer { parse(UnsafeBufferPointer(rebasing: $0[..<(end - 4)]), length: end) }
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

    /// Parses a header without its final empty line. Works on the bytes, without a string for each line.
    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>, length: Int) -> ParseResult {
        guard let lines = lineEnds(of: bytes) else { return malformed }
        guard lines.count <= maxFields + 1 else { return .rejected(status: 431, why: "too many header fields") }
        var fields = HeaderFields()
        switch requestLine(UnsafeBufferPointer(rebasing: bytes[..<lines[0]])) {
        case .success(let head): fields.head = head
        case .failure(let rejection): return .rejected(status: rejection.status, why: rejection.why)
        }
        for index in lines.indices.dropFirst() {
            let line = UnsafeBufferPointer(rebasing: bytes[(lines[index - 1] + 2)..<lines[index]])
            guard let colon = line.firstIndex(of: 0x3A), isToken(line[..<colon]) else { return malformed }
            if let rejection = fields.add(UnsafeBufferPointer(rebasing: line[..<colon]), trimmed(line[(colon + 1)...]))
            {
                return .rejected(status: rejection.status, why: rejection.why)
            }
        }
        switch fields.complete(maximumBodyLength: maximumBodyLength) {
        case .success(let head): return .request(head, length: length)
        case .failure(let rejection): return .rejected(status: rejection.status, why: rejection.why)
        }
    }

    /// Returns the end of each line; nil if a line does not end with CR LF, or contains another control character or
    /// malformed UTF-8.
    private static func lineEnds(of bytes: UnsafeBufferPointer<UInt8>) -> [Int]? {
        var ends: [Int] = []
        ends.reserveCapacity(16)
        var isASCII = true
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A {
                ends.append(index)
                index += 2
                continue
            }
            guard byte >= 0x20 && byte != 0x7F || byte == 0x09 else { return nil }
            if byte >= 0x80 { isASCII = false }
            index += 1
        }
        ends.append(bytes.count)
        guard isASCII || String(validating: bytes, as: UTF8.self) != nil else { return nil }
        return ends
    }

    /// Parses the method, the target and the version.
    private static func requestLine(_ line: UnsafeBufferPointer<UInt8>) -> Result<RequestHead, HeaderFields.Rejection> {
        let space = UInt8(ascii: " ")
        guard let first = line.firstIndex(of: space), let last = line.lastIndex(of: space), first < last,
            isToken(line[..<first])
        else { return .failure(.malformed) }
        let (target, version) = (line[(first + 1)..<last], line[(last + 1)...])
        guard !target.isEmpty, !target.contains(space) else { return .failure(.malformed) }
        let isHTTP11 = version.elementsEqual("HTTP/1.1".utf8)
        guard isHTTP11 || version.elementsEqual("HTTP/1.0".utf8) else {
            return .failure(
                version.starts(with: "HTTP/".utf8)
                    ? HeaderFields.Rejection(status: 505, why: "only HTTP/1.1 is supported") : .malformed)
        }
        guard target.count <= HTTPRequest.maximumTargetLength else {
            return .failure(HeaderFields.Rejection(status: 414, why: "the request target is too long"))
        }
        let request = HTTPRequest(
            method: Substring(decoding: line[..<first], as: UTF8.self),
            target: Substring(decoding: target, as: UTF8.self))
        return .success(RequestHead(request: request, isPersistent: isHTTP11, isHTTP11: isHTTP11))
    }

    private static func trimmed(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UnsafeBufferPointer<UInt8> {
        var bytes = bytes
        while bytes.first == 0x20 || bytes.first == 0x09 { bytes.removeFirst() }
        while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
        return UnsafeBufferPointer(rebasing: bytes)
    }

    // A token as defined in RFC 9110 5.6.2.
    private static func isToken(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(isToken)
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        // One bit for each of the first 128 bytes.
        byte < 0x80 && (byte < 64 ? tokens.low >> UInt64(byte) : tokens.high >> UInt64(byte - 64)) & 1 == 1
    }

    private static let tokens: (low: UInt64, high: UInt64) = {
        var bits: (low: UInt64, high: UInt64) = (0, 0)
        let letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        for byte in "\(letters)!#$%&'*+-.^_`|~".utf8 {
            if byte < 64 { bits.low |= 1 << UInt64(byte) } else { bits.high |= 1 << UInt64(byte - 64) }
        }
        return bits
    }()
}
