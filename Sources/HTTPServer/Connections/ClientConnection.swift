import Media

/// A client's connection: the stream, the HTTP conversation on it, and the queue of bytes to send.
final class ClientConnection {
    let id: UInt64
    let stream: ByteStream
    /// The epoll events that the poller currently watches.
    var interest: UInt32 = 0
    /// The HTTP conversation; nil until the protocol is detected.
    private var protocolHandler: (any HTTPProtocolHandler)?
    /// Bytes received before the protocol is detected.
    private var detectionBuffer: [UInt8] = []
    private var queue = SendQueue()
    private let allowsHTTP2: Bool
    /// Whether the conversation uses HTTP/2.
    private(set) var isHTTP2 = false
    /// Whether the client connected to a Unix socket.
    let isLocal: Bool
    /// Whether the socket had no room for all queued bytes.
    private(set) var isBlocked = false
    /// Whether the turn's byte budget ended while the socket had room.
    private var isPaused = false
    /// Whether the turn's event budget ended with events left. Nothing is read until the next turn.
    private var hasEventsLeft = false
    private var hasPeerEnded = false
    /// Whether all responses are sent and the sending side is closed. Further input is read and discarded: closing a
    /// socket with unread input resets the connection, and the client could lose the last response.
    private(set) var isEnding = false
    private var discardedBytes = 0
    /// The rate that the kernel is limited to, in bytes per second; nil for no limit.
    private var sendingRate: Int?
    private var isDraining = false
    /// The responses that are produced while they are sent, by stream.
    private(set) var growingStreams: [Int32] = []

    /// The maximum number of bytes discarded before the connection is closed.
    private static let maxDiscarded = 256 << 10
    /// The maximum number of reads in one turn.
    private static let maxReadsPerTurn = 16

    init(id: UInt64, stream: ByteStream, allowsHTTP2: Bool, isLocal: Bool) {
        self.id = id
        self.stream = stream
        self.allowsHTTP2 = allowsHTTP2
        self.isLocal = isLocal
    }

    var wantsToRead: Bool {
        !hasPeerEnded && !hasEventsLeft && (isEnding || protocolHandler?.wantsToRead ?? true)
    }

    /// Whether the poller must watch for writability, to send more or to continue an interrupted turn.
    var wantsToWrite: Bool { isBlocked || isPaused || hasEventsLeft }

    /// Whether decrypted bytes are waiting, which the poller cannot detect.
    var hasMore: Bool { wantsToRead && stream.hasDecrypted }

    /// Reads the available bytes, up to the turn's limit. Returns false if the connection is lost.
    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        var reads = 0
        while wantsToRead, reads < Self.maxReadsPerTurn {
            reads += 1
            switch stream.read(into: buffer) {
            case .moved(let count):
                if !process(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { return false }
            case .wouldBlock: return true
            case .ended:
                hasPeerEnded = true
                protocolHandler?.receiveEnd()
            case .failed: return false
            }
        }
        return true
    }

    private func process(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isEnding else {
            discardedBytes += bytes.count
            return discardedBytes <= Self.maxDiscarded
        }
        if let protocolHandler {
            protocolHandler.receive(bytes)
            return true
        }
        detectionBuffer += bytes
        guard let isHTTP2 = allowsHTTP2 ? stream.isHTTP2 ?? HTTP2ProtocolHandler.isHTTP2(detectionBuffer) : false else {
            return true
        }
        let conversation: (any HTTPProtocolHandler)? = isHTTP2 ? HTTP2ProtocolHandler() : HTTP1ProtocolHandler()
        guard let conversation else { return false }
        self.isHTTP2 = isHTTP2
        stream.limitUnsentBytes()
        self.protocolHandler = conversation
        if isDraining { conversation.drain() }
        detectionBuffer.withUnsafeBytes { conversation.receive($0) }
        detectionBuffer = []
        return true
    }

    /// Returns the next event; nil if there is none or the budget is spent.
    func nextEvent(_ budget: inout TurnBudget) -> ProtocolEvent? {
        hasEventsLeft = !budget.hasEvents
        guard budget.hasEvents, !isEnding else { return nil }
        budget.spendEvent()
        return protocolHandler?.nextEvent(sent: queue.sent)
    }

    /// Returns the hash of the client's address and `User-Agent`, which estimates viewers and is valid in this process.
    func identify(_ agent: Int?) -> Int {
        var hasher = Hasher()
        hasher.combine(stream.peer)
        hasher.combine(agent)
        return hasher.finalize()
    }

    func respond(_ response: HTTPResponse, to request: AnsweredRequest) {
        limitRate(response)
        protocolHandler?.respond(response, to: request, &queue)
    }

    /// Limits the connection to the rate of the response, if the response exceeds the burst.
    private func limitRate(_ response: HTTPResponse) {
        let rate = response.pace.flatMap { queue.queued + response.bodyLength > $0.burst ? $0.rate : nil }
        guard rate != sendingRate else { return }
        sendingRate = rate
        stream.limitRate(rate)
    }

    /// Starts a response that is produced while it is sent. Returns false if it cannot be sent.
    func beginStream(_ response: HTTPResponse, isFinite: Bool, to request: AnsweredRequest) -> Bool {
        guard let protocolHandler,
            protocolHandler.beginStream(response, isFinite: isFinite, to: request, &queue)
        else { return false }
        growingStreams.append(request.stream)
        return true
    }

    /// Adds bytes to a response stream.
    func append(_ bytes: ByteSlice, toStream stream: Int32) {
        protocolHandler?.append(bytes, toStream: stream, &queue)
    }

    /// Ends a response stream after the bytes that were added.
    func endStream(_ stream: Int32) {
        growingStreams.removeAll { $0 == stream }
        protocolHandler?.endStream(stream, &queue)
    }

    /// Adds nothing more to a response stream, which is interrupted.
    func forgetStream(_ stream: Int32) { growingStreams.removeAll { $0 == stream } }

    /// The number of bytes of a response stream that are not sent yet.
    func unsentBytes(ofStream stream: Int32) -> Int {
        protocolHandler?.unsentBytes(ofStream: stream, queue) ?? queue.count
    }

    /// Sends as much as the socket and the budget allow. Returns false if the connection is lost.
    func send(_ budget: inout TurnBudget) -> Bool {
        (isBlocked, isPaused) = (false, false)
        while true {
            protocolHandler?.fill(&queue)
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

    /// Cancels a response that the client does not read. Returns false if that requires closing the connection.
    func cancel(stream: Int32) -> Bool { !isBlocked && protocolHandler?.cancel(stream: stream) == true }

    /// Accepts no further requests.
    func drain() {
        isDraining = true
        protocolHandler?.drain()
    }

    /// Closes the sending side if all responses are sent. Returns whether it did so.
    func finishWritingIfDone() -> Bool {
        guard !isEnding, protocolHandler?.hasEnded == true, queue.isEmpty else { return false }
        isEnding = true
        stream.endWriting()
        return true
    }

    /// Whether the connection can be closed.
    var isOver: Bool { hasPeerEnded && (isEnding || protocolHandler?.hasEnded ?? true) }
}
