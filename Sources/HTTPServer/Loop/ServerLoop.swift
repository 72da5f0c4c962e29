import CEpoll
import Glibc
import Media
import Synchronization
import SystemFiles

/// One thread of a server: answers or holds the requests of its connections.
///
/// The handler decides on responses, the connection table on timeouts, and the connection parses the bytes. The loop
/// that has listening sockets accepts the connections of all loops.
// Safe because everything except the inbox and the figures, which are locked, is accessed only by `run`, on one thread.
final class ServerLoop: @unchecked Sendable {
    /// Messages from other threads.
    private struct Inbox {
        var changed: Set<ResourceKey> = []
        /// The connections whose response streams have bytes.
        var readyStreams: Set<RequestID> = []
        /// Connections that the accepting loop assigned to this one.
        var accepted: [AcceptedConnection] = []
        var hasEnded = false
        var shouldDrain = false
        /// Whether the thread has been woken for the current messages.
        var isSignaled = false
        /// Whether the loop has ended, so that nothing is accepted any more.
        var isClosed = false
    }

    static let tickLength = Duration.milliseconds(250)

    let clock: any MediaClock
    let handler: any RequestHandler
    /// Whether connections may use HTTP/2.
    private let allowsHTTP2: Bool
    let poller: Poller
    /// The listening sockets, by the identifier of their events; empty once the server is draining.
    private var listeners: [UInt64: ListeningSocket] = [:]
    /// The loops of the server that this loop assigns connections to, besides itself.
    private let peers: [ServerLoop]
    /// The loads of all loops of the server, and the position of this one.
    private let loads: LoopLoads
    private let position: Int
    private let inbox = Mutex(Inbox())
    let current = Mutex(HTTPListener.Figures())
    private var nextID: UInt64 = 0
    /// The number of connections that were accepted, for their distribution.
    private var turn = 0
    var clients: [UInt64: ClientConnection] = [:]
    var table: ConnectionTable<UInt64>
    var heldRequests = HeldRequests()
    /// The responses that are produced while they are sent.
    var streams: [RequestID: any ResponseStream] = [:]
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    /// The maximum load since memory was last returned to the system.
    private var peakLoad = 0
    /// The deadline for responses in progress while the server drains; nil before that.
    private var drainEnd: MonotonicTime?

    init(
        clock: any MediaClock, handler: any RequestHandler, allowsHTTP2: Bool, listeners: [ListeningSocket],
        poller: Poller, table: ConnectionTable<UInt64>, peers: [ServerLoop], position: Int, loads: LoopLoads
    ) {
        (self.peers, self.position, self.loads) = (peers, position, loads)
        (self.clock, self.handler, self.allowsHTTP2) = (clock, handler, allowsHTTP2)
        (self.poller, self.table) = (poller, table)
        for listener in listeners {
            self.listeners[nextID] = listener
            nextID += 1
        }
    }

    deinit { buffer.deallocate() }

    var isDraining: Bool { drainEnd != nil }

    /// Serves clients until the server is drained.
    func run() {
        // `sendfile` has no flag that prevents the signal when the client has disconnected.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        for (id, listener) in listeners { poller.watch(listener.descriptor, id: id, Poller.reading) }
        var nextTick = clock.now + Self.tickLength
        while !isDrained {
            let left = max(0, (nextTick - clock.now).nanoseconds / 1_000_000)
            poller.wait(milliseconds: Int32(left) + 1) { event in
                if let listener = listeners[event.id] { accept(listener, event.id) } else { handle(event) }
                // Requests can come and go between two ticks.
                peakLoad = max(peakLoad, load)
            }
            processInbox()
            if clock.now >= nextTick {
                tick()
                nextTick = clock.now + Self.tickLength
            }
        }
        for id in Array(clients.keys) { drop(id) }
        inbox.withLock { inbox in
            inbox = Inbox()
            inbox.isClosed = true
        }
    }

    private var isDrained: Bool {
        guard let drainEnd else { return false }
        return table.requests == 0 || clock.now >= drainEnd
    }

    private func tick() {
        let now = clock.now
        reevaluateHeldRequests(of: heldRequests.overdue(at: now))
        for overdue in table.overdue(at: now) { end(overdue) }
        for (id, listener) in listeners { poller.change(listener.descriptor, id: id, Poller.reading) }
        loads.set(ServerLoad(connections: clients.count, heldRequests: heldRequests.counts), at: position)
        if position == loads.count - 1 { handler.tick(loads.total, at: now) }
        for id in Array(streams.keys) { continueStream(id) }
        trimMemory()
    }

    /// The number of connections and requests. Both occupy memory, and an HTTP/2 connection can have many requests.
    private var load: Int { clients.count + table.requests }

    /// Returns free memory to the system after the load has dropped to less than half.
    private func trimMemory() {
        let load = load
        guard load < peakLoad / 2 - 16 else { return }
        peakLoad = load
        ProcessMemory.trim()
    }

    private func accept(_ listener: ListeningSocket, _ listenerID: UInt64) {
        // Accepts a limited number, so that existing connections are served in between.
        for _ in 0..<64 {
            guard let stream = listener.accept() else {
                if listener.isOutOfFiles {
                    // Stops watching until the next tick, because the poller would report the same connection
                    // continuously.
                    poller.change(listener.descriptor, id: listenerID, 0)
                }
                return
            }
            let accepted = AcceptedConnection(stream: stream, isLocal: listener.isLocal)
            let loop = nextLoop()
            if loop === self {
                current.withLock { $0.connections += 1 }
                add(accepted)
            } else {
                loop.assign(accepted)
            }
        }
    }

    /// Returns the loop with the fewest connections; loops with equal numbers in turn.
    private func nextLoop() -> ServerLoop {
        guard !peers.isEmpty else { return self }
        turn += 1
        let loops = peers + [self]
        let ordered = loops.indices.map { loops[($0 + turn) % loops.count] }
        return ordered.min { $0.figures.connections < $1.figures.connections } ?? self
    }

    /// Adds a connection, which is already counted.
    private func add(_ accepted: AcceptedConnection) {
        let id = nextID
        nextID += 1
        let (isWelcome, goes) = table.add(id, at: clock.now)
        if let goes { drop(goes) }
        guard isWelcome else { return current.withLock { $0.connections -= 1 } }
        let client = ClientConnection(
            id: id, stream: accepted.stream, allowsHTTP2: allowsHTTP2, isLocal: accepted.isLocal)
        client.interest = Poller.reading
        clients[id] = client
        poller.watch(client.stream.descriptor, id: id, client.interest)
    }
}

// Called from other threads.
extension ServerLoop {
    var figures: HTTPListener.Figures { current.withLock { $0 } }

    /// Re-evaluates the requests held for these resources.
    func wake(_ keys: some Sequence<ResourceKey>) { post { $0.changed.formUnion(keys) } }

    /// Re-evaluates all held requests, because a presentation has ended.
    func wakeAll() { post { $0.hasEnded = true } }

    /// Sends the available bytes of a response stream.
    func wakeStream(_ id: RequestID) { post { $0.readyStreams.insert(id) } }

    /// Stops accepting connections, finishes responses in progress within 5 s, and ends the loop.
    func drain() { post { $0.shouldDrain = true } }

    /// Adds a connection that another loop has accepted.
    private func assign(_ connection: AcceptedConnection) {
        // Counted at once, so that the next connection is assigned to another loop.
        current.withLock { $0.connections += 1 }
        post { $0.accepted.append(connection) }
    }

    private func post(_ change: (inout Inbox) -> Void) {
        let isTold = inbox.withLock { inbox in
            if inbox.isClosed { return true }
            change(&inbox)
            defer { inbox.isSignaled = true }
            return inbox.isSignaled
        }
        if !isTold { poller.wake() }
    }

    private func processInbox() {
        let taken = inbox.withLock { inbox in
            defer { inbox = Inbox() }
            return inbox
        }
        guard taken.isSignaled else { return }
        if taken.shouldDrain {
            drainEnd = clock.now + .seconds(5)
            for listener in listeners.values { poller.remove(listener.descriptor) }
            listeners = [:]
            for client in clients.values { client.drain() }
            // A client would consider an interrupted resource complete.
            for (id, source) in streams where !source.isFinite { endStream(id) }
        }
        // Accepted before the server was stopped.
        for connection in taken.accepted { add(connection) }
        for id in taken.readyStreams { continueStream(id) }
        let isAll = taken.hasEnded || taken.shouldDrain
        reevaluateHeldRequests(of: isAll ? heldRequests.requestedResources : Array(taken.changed))
        if taken.shouldDrain { for client in Array(clients.values) { serve(client) } }
    }
}
