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
    /// What was read and is not dealt with.
    private var input: [UInt8] = []
    /// Bytes of a body that are passed over.
    private var skipped = 0

    /// Up to the length of a header and a little more.
    var wantsToRead: Bool { state == .reading && input.count <= RequestHead.longest }
    var hasEnded: Bool { state == .ended }

    func receive(_ bytes: UnsafeRawBufferPointer) { input.append(contentsOf: bytes) }
    func receiveEnd() { hasPeerEnded = true }

    func nextEvent(sent: Int) -> ConversationEvent? {
        if case .answered(let end) = state, sent >= end {
            state = isPersistent ? .reading : .ended
            return .ended(stream: 0)
        }
        guard state == .reading else { return nil }
        switch nextRequest() {
        case .unfinished:
            if hasPeerEnded { state = .ended }
            guard !hasPeerEnded, !isBegun, !input.isEmpty else { return nil }
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
        if skipped > 0 {
            let count = min(skipped, input.count)
            input.removeFirst(count)
            skipped -= count
        }
        // Some send a line too many behind a body (RFC 9112 2.2).
        while skipped == 0, input.starts(with: [0x0D, 0x0A]) { input.removeFirst(2) }
        guard skipped == 0, !input.isEmpty else { return .unfinished }
        let reading = RequestHead.read(input)
        if case .request(let head, let length) = reading {
            input.removeFirst(length)
            skipped = head.bodyLength
        }
        return reading
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
