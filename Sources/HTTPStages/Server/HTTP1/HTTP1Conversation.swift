import Media

/// HTTP/1.1 on a connection: one request after the other, those that follow wait for the answer (RFC 9112 9.3).
final class HTTP1Conversation: HTTPConversation {
    private enum State: Hashable {
        /// A header is read.
        case reading
        /// An answer is owed.
        case asked
        /// An answer is sent, up to this byte of the queue.
        case answered(until: Int)
        case ended
    }

    private var state = State.reading
    /// Whether another request may follow.
    private var isPersistent = true
    private var isDraining = false
    private var hasPeerEnded = false
    /// Whether it is told that a request begins to arrive.
    private var isBegun = false
    /// Bytes that were read; those before `start` are parsed.
    private var input: [UInt8] = []
    private var start = 0
    /// Up to here, the input holds no end of a header.
    private var searched = 0
    /// Whether the input was parsed and holds no whole header.
    private var needsInput = true
    /// Bytes of a body that are passed over.
    private var skipped = 0
    /// Empty lines since the last request.
    private var blankLines = 0

    /// The empty lines that are accepted before a request; RFC 9112 2.2 asks for one.
    private static let mostBlankLines = 4

    /// Nothing more is read while a pipelined request waits for its turn.
    var wantsToRead: Bool { state == .reading && needsInput && input.count - start <= RequestHead.longest }
    var hasEnded: Bool { state == .ended }

    func receive(_ bytes: UnsafeRawBufferPointer) {
        input.removeFirst(start)
        searched -= start
        start = 0
        input.append(contentsOf: bytes)
        needsInput = false
    }

    func receiveEnd() { (hasPeerEnded, needsInput) = (true, false) }

    func nextEvent(sent: Int) -> ConversationEvent? {
        if case .answered(let end) = state, sent >= end {
            state = isPersistent ? .reading : .ended
            return .ended(stream: 0)
        }
        guard state == .reading else { return nil }
        switch nextRequest() {
        case .unfinished:
            needsInput = true
            if hasPeerEnded { state = .ended }
            guard !hasPeerEnded, !isBegun, start < input.count else { return nil }
            isBegun = true
            return .begun
        case .refused(let status, let why):
            (state, isPersistent) = (.asked, false)
            return .refused(.text(status, why, cache: .never), stream: 0)
        case .request(let head, _):
            (state, isPersistent, isBegun) = (.asked, head.isPersistent, false)
            return .request(head.request, stream: 0)
        }
    }

    /// The next request, where all of it is there.
    private func nextRequest() -> RequestHead.Reading {
        let passed = min(skipped, input.count - start)
        start += passed
        skipped -= passed
        guard skipped == 0, skipBlankLines() else {
            return skipped > 0 ? .unfinished : .refused(status: 400, why: "there are too many empty lines")
        }
        // A single carriage return may be the first half of an empty line.
        guard start < input.count, input[start...] != [0x0D] else { return .unfinished }
        let reading = RequestHead.read(input[start...], searched: max(0, searched - start))
        switch reading {
        case .request(let head, let length):
            start += length
            (skipped, blankLines) = (head.bodyLength, 0)
        case .unfinished: searched = input.count
        case .refused: break
        }
        return reading
    }

    /// Skips empty lines, which some clients send behind a body; false where there are too many.
    private func skipBlankLines() -> Bool {
        while input.count - start >= 2, input[start] == 0x0D, input[start + 1] == 0x0A {
            start += 2
            blankLines += 1
            if blankLines > Self.mostBlankLines { return false }
        }
        return true
    }

    func respond(_ response: OriginResponse, to request: AnsweredRequest, _ queue: inout SendQueue) {
        isPersistent = isPersistent && !isDraining
        queue.append(response.head(date: request.date, isPersistent: isPersistent))
        if !request.isHead { for slice in response.body { queue.append(slice) } }
        state = .answered(until: queue.queued)
    }

    func fill(_ queue: inout SendQueue) {}
    func cancel(stream: Int32) -> Bool { false }
    func drain() { isDraining = true }
}
