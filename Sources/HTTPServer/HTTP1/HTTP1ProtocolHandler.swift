import Media

/// HTTP/1.1 on a connection. Requests are answered in order; pipelined requests wait (RFC 9112 9.3).
final class HTTP1ProtocolHandler: HTTPProtocolHandler {
    private enum State: Hashable {
        /// Receiving a request header.
        case reading
        /// Waiting for the response.
        case awaitingResponse
        /// Sending the response, which ends at this byte of the queue.
        case sendingResponse(until: Int)
        /// Sending a response of unknown length.
        case streaming(BodyFraming)
        case ended
    }

    private var state = State.reading
    /// Whether the connection stays open after the current response.
    private var isPersistent = true
    /// Whether the client supports chunks.
    private var isHTTP11 = true
    private var isDraining = false
    private var hasPeerEnded = false
    /// Whether `.headerStarted` was returned for the current request.
    private var hasReportedStart = false
    /// Received bytes; those before `start` are parsed.
    private var input: [UInt8] = []
    private var start = 0
    /// The length of the input that has been searched for the end of a header without success.
    private var searched = 0
    /// Whether the input contains no complete header, so that more bytes are needed.
    private var needsInput = true
    /// The number of body bytes still to be skipped.
    private var skipped = 0
    /// A request whose body is received; nil for requests whose body is skipped.
    private var awaitingBody: RequestHead?
    /// The number of empty lines since the last request.
    private var blankLines = 0

    /// The maximum number of empty lines before a request; RFC 9112 2.2 requires accepting one.
    private static let maxBlankLines = 4

    /// Reading stops while a pipelined request is waiting. It continues during a stream, to detect that the client
    /// has disconnected.
    var wantsToRead: Bool {
        switch state {
        case .streaming(.untilClose): true
        case .streaming: input.count - start <= RequestHead.maximumLength
        case .reading: needsInput && input.count - start <= RequestHead.maximumLength
        case .awaitingResponse, .sendingResponse, .ended: false
        }
    }
    var hasEnded: Bool { state == .ended }

    func receive(_ bytes: UnsafeRawBufferPointer) {
        // Requests that follow such a stream are not answered, because the connection ends with it.
        if state == .streaming(.untilClose) { return }
        input.removeFirst(start)
        searched -= start
        start = 0
        input.append(contentsOf: bytes)
        needsInput = false
    }

    func receiveEnd() {
        (hasPeerEnded, needsInput) = (true, false)
        if case .streaming = state { state = .ended }
    }

    func nextEvent(sent: Int) -> ProtocolEvent? {
        if case .sendingResponse(let end) = state, sent >= end {
            state = isPersistent ? .reading : .ended
            return .ended(stream: 0)
        }
        guard state == .reading else { return nil }
        switch nextRequest() {
        case .incomplete:
            needsInput = true
            if hasPeerEnded { state = .ended }
            guard !hasPeerEnded, !hasReportedStart, start < input.count || awaitingBody != nil else { return nil }
            hasReportedStart = true
            return .headerStarted
        case .rejected(let status, let why):
            (state, isPersistent) = (.awaitingResponse, false)
            return .rejected(status: status, why: why, stream: 0)
        case .request(let head, _):
            (state, isPersistent, hasReportedStart) = (.awaitingResponse, head.isPersistent, false)
            isHTTP11 = head.isHTTP11
            return .request(head.request, stream: 0)
        }
    }

    /// Parses the next request if it is complete.
    private func nextRequest() -> RequestHead.ParseResult {
        if let head = awaitingBody { return completed(head) }
        let passed = min(skipped, input.count - start)
        start += passed
        skipped -= passed
        guard skipped == 0, skipBlankLines() else {
            return skipped > 0 ? .incomplete : .rejected(status: 400, why: "too many empty lines")
        }
        // A single carriage return may be the first half of an empty line.
        guard start < input.count, input[start...] != [0x0D] else { return .incomplete }
        let reading = RequestHead.read(input[start...], searched: max(0, searched - start))
        switch reading {
        case .request(let head, let length):
            (start, blankLines) = (start + length, 0)
            if head.keepsBody { return completed(head) }
            skipped = head.bodyLength
        case .incomplete: searched = input.count
        case .rejected: break
        }
        return reading
    }

    /// Returns a request with its body if that is complete.
    private func completed(_ head: RequestHead) -> RequestHead.ParseResult {
        let end = start + head.bodyLength
        guard end <= input.count else {
            awaitingBody = head
            return .incomplete
        }
        awaitingBody = nil
        var head = head
        head.request.body = Array(input[start..<end])
        (start, searched) = (end, 0)
        return .request(head, length: 0)
    }

    /// Skips empty lines, which some clients send after a body. Returns false if there are too many.
    private func skipBlankLines() -> Bool {
        while input.count - start >= 2, input[start] == 0x0D, input[start + 1] == 0x0A {
            start += 2
            blankLines += 1
            if blankLines > Self.maxBlankLines { return false }
        }
        return true
    }

    func respond(_ response: HTTPResponse, to request: AnsweredRequest, _ queue: inout SendQueue) {
        isPersistent = isPersistent && !isDraining
        queue.append(response.head(date: request.date, isPersistent: isPersistent))
        if !request.isHead { for slice in response.body { queue.append(slice) } }
        state = .sendingResponse(until: queue.queued)
    }

    func beginStream(
        _ response: HTTPResponse, isFinite: Bool, to request: AnsweredRequest, _ queue: inout SendQueue
    ) -> Bool {
        let framing: BodyFraming = isFinite && isHTTP11 ? .chunks : .untilClose
        isPersistent = isPersistent && !isDraining && framing == .chunks
        queue.append(response.head(date: request.date, isPersistent: isPersistent, framing: framing))
        state = .streaming(framing)
        return true
    }

    func append(_ bytes: ByteSlice, toStream stream: Int32, _ queue: inout SendQueue) {
        guard case .streaming(let framing) = state, bytes.count > 0 else { return }
        if framing == .chunks { queue.append(ByteSlice(copying: "\(String(bytes.count, radix: 16))\r\n".utf8)) }
        queue.append(bytes)
        if framing == .chunks { queue.append(Self.chunkEnd) }
    }

    func endStream(_ stream: Int32, _ queue: inout SendQueue) {
        guard case .streaming(let framing) = state else { return }
        if framing == .chunks { queue.append(Self.lastChunk) }
        state = .sendingResponse(until: queue.queued)
    }

    func unsentBytes(ofStream stream: Int32, _ queue: SendQueue) -> Int { queue.count }

    private static let chunkEnd = ByteSlice(copying: "\r\n".utf8)
    private static let lastChunk = ByteSlice(copying: "0\r\n\r\n".utf8)

    func fill(_ queue: inout SendQueue) {}
    func cancel(stream: Int32) -> Bool { false }
    func drain() { isDraining = true }
}
