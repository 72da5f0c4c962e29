import CEpoll
import Glibc
import Media
import Synchronization

/// The server's thread: accepts connections, and answers or holds their requests.
///
/// The handler decides on responses, the connection table on timeouts, and the connection parses the bytes.
// Safe because everything except the inbox and the figures, which are locked, is accessed only by `run`, on one thread.
package final class ServerLoop: @unchecked Sendable {
    /// The current load and the number of responses.
    package struct Figures: Sendable, Hashable {
        package var connections = 0
        /// Requests held until their resource is published.
        package var heldRequests = 0
        /// The number of responses so far.
        package var responses = 0
    }

    /// Messages from other threads.
    private struct Inbox {
        var changed: Set<ResourceKey> = []
        /// The connections whose response streams have bytes.
        var readyStreams: Set<UInt64> = []
        var hasEnded = false
        var shouldDrain = false
        /// Whether the thread has been woken for the current messages.
        var isSignaled = false
    }

    static let tickLength = Duration.milliseconds(250)

    let clock: any MediaClock
    let handler: any RequestHandler
    /// Whether connections may use HTTP/2.
    private let allowsHTTP2: Bool
    let poller: Poller
    /// The listening sockets, by the identifier of their events; empty once the server is draining.
    private var listeners: [UInt64: ListeningSocket] = [:]
    private let inbox = Mutex(Inbox())
    let current = Mutex(Figures())
    private var nextID: UInt64 = 0
    var clients: [UInt64: ClientConnection] = [:]
    var table: ConnectionTable<UInt64>
    var heldRequests = HeldRequests()
    /// The responses that are produced while they are sent, by connection.
    var streams: [UInt64: any ResponseStream] = [:]
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    /// The maximum load since memory was last returned to the system.
    private var peakLoad = 0
    /// The deadline for responses in progress while the server drains; nil before that.
    private var drainEnd: MonotonicTime?

    init(
        clock: any MediaClock, handler: any RequestHandler, allowsHTTP2: Bool, listeners: [ListeningSocket],
        poller: Poller, table: ConnectionTable<UInt64>
    ) {
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
        for (id, listener) in listeners { poller.watch(listener.descriptor, id: id, Poller.reading) }
        var nextTick = clock.now + Self.tickLength
        while !isDrained {
            let left = max(0, (nextTick - clock.now).nanoseconds / 1_000_000)
            for event in poller.wait(milliseconds: Int32(left) + 1) {
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
        handler.tick(ServerLoad(connections: clients.count, heldRequests: heldRequests.counts), at: now)
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
        malloc_trim(0)
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
            let id = nextID
            nextID += 1
            let (isWelcome, goes) = table.add(id, at: clock.now)
            if let goes { drop(goes) }
            guard isWelcome else { continue }
            let client = ClientConnection(id: id, stream: stream, allowsHTTP2: allowsHTTP2, isLocal: listener.isLocal)
            client.interest = Poller.reading
            clients[id] = client
            current.withLock { $0.connections += 1 }
            poller.watch(stream.descriptor, id: id, client.interest)
        }
    }
}

// Called from other threads.
extension ServerLoop {
    var figures: Figures { current.withLock { $0 } }

    /// Re-evaluates the requests held for these resources.
    func wake(_ keys: some Sequence<ResourceKey>) { post { $0.changed.formUnion(keys) } }

    /// Re-evaluates all held requests, because a presentation has ended.
    func wakeAll() { post { $0.hasEnded = true } }

    /// Sends the available bytes of a response stream.
    func wakeStream(_ id: UInt64) { post { $0.readyStreams.insert(id) } }

    /// Stops accepting connections, finishes responses in progress within 5 s, and ends the loop.
    func drain() { post { $0.shouldDrain = true } }

    private func post(_ change: (inout Inbox) -> Void) {
        let isTold = inbox.withLock { inbox in
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
            for id in Array(streams.keys) { endStream(id) }
        }
        for id in taken.readyStreams { continueStream(id) }
        let isAll = taken.hasEnded || taken.shouldDrain
        reevaluateHeldRequests(of: isAll ? heldRequests.requestedResources : Array(taken.changed))
        if taken.shouldDrain { for client in Array(clients.values) { serve(client) } }
    }
}
