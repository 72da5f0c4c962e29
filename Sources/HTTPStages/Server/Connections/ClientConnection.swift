import Media

/// A connection, whatever is spoken on it.
final class ClientConnection {
    let id: UInt64
    let stream: ByteStream
    /// What the poller watches it for.
    var interest: UInt32 = 0
    /// nil before it is known what is spoken.
    private var conversation: (any HTTPConversation)?
    /// What was read before that was known.
    private var opening: [UInt8] = []
    private var queue = SendQueue()
    /// Whether there was no room for all that is to be sent.
    private(set) var isBlocked = false
    /// Whether the turn ended before all could be sent that there is room for.
    private var isPaused = false
    /// Whether the turn ended with events left; until the next turn nothing more is read.
    private var hasEventsLeft = false
    private var hasPeerEnded = false
    /// Whether all is said; what still comes is read and forgotten, so that the last answer is not lost on the way.
    private(set) var isEnding = false
    private var forgotten = 0
    private var isDraining = false

    /// What is read and forgotten at the end, in bytes.
    private static let mostForgotten = 256 << 10
    /// How often is read before others have their turn.
    private static let mostReads = 16

    init(id: UInt64, stream: ByteStream) {
        self.id = id
        self.stream = stream
    }

    var wantsToRead: Bool {
        !hasPeerEnded && !hasEventsLeft && (isEnding || conversation?.wantsToRead ?? true)
    }

    /// Whether the poller is to report when there is room to write: to send, or to go on with a turn that was cut short.
    var wantsToWrite: Bool { isBlocked || isPaused || hasEventsLeft }

    /// Whether there are bytes that the poller does not know of.
    var hasMore: Bool { wantsToRead && stream.hasDecrypted }

    /// Reads what is there and can be taken; false where the connection is lost.
    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        var reads = 0
        while wantsToRead, reads < Self.mostReads {
            reads += 1
            switch stream.read(into: buffer) {
            case .moved(let count):
                if !take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { return false }
            case .wouldWait: return true
            case .ended:
                hasPeerEnded = true
                conversation?.receiveEnd()
            case .failed: return false
            }
        }
        return true
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isEnding else {
            forgotten += bytes.count
            return forgotten <= Self.mostForgotten
        }
        if let conversation {
            conversation.receive(bytes)
            return true
        }
        opening += bytes
        guard let isHTTP2 = stream.isHTTP2 ?? HTTP2Conversation.begins(opening) else { return true }
        let conversation: (any HTTPConversation)? = isHTTP2 ? HTTP2Conversation() : HTTP1Conversation()
        guard let conversation else { return false }
        stream.keepQueueShort()
        self.conversation = conversation
        if isDraining { conversation.drain() }
        opening.withUnsafeBytes { conversation.receive($0) }
        opening = []
        return true
    }

    /// The next event; nil where there is none or the budget is spent.
    func nextEvent(_ budget: inout TurnBudget) -> ConversationEvent? {
        hasEventsLeft = !budget.hasEvents
        guard budget.hasEvents, !isEnding else { return nil }
        budget.spendEvent()
        return conversation?.nextEvent(sent: queue.sent)
    }

    func respond(_ response: OriginResponse, to request: AnsweredRequest) {
        conversation?.respond(response, to: request, &queue)
    }

    /// Sends as much as there is room for within the budget; false where the connection is lost.
    func send(_ budget: inout TurnBudget) -> Bool {
        (isBlocked, isPaused) = (false, false)
        while true {
            conversation?.fill(&queue)
            if queue.isEmpty { return true }
            switch queue.flush(to: stream, &budget) {
            case .done: continue
            case .paused: isPaused = true
            case .blocked: isBlocked = true
            case .lost: return false
            }
            return true
        }
    }

    /// Takes an answer back that is not taken; false where that takes the end of the connection.
    func cancel(stream: Int32) -> Bool { !isBlocked && conversation?.cancel(stream: stream) == true }

    /// Takes no more requests.
    func drain() {
        isDraining = true
        conversation?.drain()
    }

    /// Whether all is said and sent; nothing more is, then.
    func endsWriting() -> Bool {
        guard !isEnding, conversation?.hasEnded == true, queue.isEmpty else { return false }
        isEnding = true
        stream.endWriting()
        return true
    }

    /// Whether nothing can happen any more.
    var isOver: Bool { hasPeerEnded && (isEnding || conversation?.hasEnded ?? true) }
}
