import CEpoll
import Glibc
import Media
import Synchronization

/// What happens on a server's thread: requests are answered, or wait until what they ask for is there.
///
/// What is answered is the store's decision, which connections have to go is the table's, and what bytes mean is
/// known to the connection.
// Safe because all but the inbox and the figures, which are locked, is touched by `run` alone, on one thread.
final class OriginLoop: @unchecked Sendable {
    /// What the server is busy with.
    struct Figures: Sendable, Hashable {
        var connections = 0
        /// Requests that wait for what is still being made.
        var waiting = 0
        /// Answers so far.
        var answers = 0
    }

    /// What other threads say.
    private struct Inbox {
        var changed: Set<OriginStore.Key> = []
        var hasEnded = false
        var isToDrain = false
        /// Whether the thread knows already that there is something.
        var isTold = false
    }

    static let listenerID: UInt64 = 0
    static let tickLength: Int64 = 250_000_000

    let store: SharedStore
    let access: OriginAccess
    let poller: Poller
    /// nil when no more connections are taken.
    private var listener: ListeningSocket?
    private let inbox = Mutex(Inbox())
    let current = Mutex(Figures())
    private var nextID: UInt64 = 1
    var clients: [UInt64: ClientConnection] = [:]
    var table: ConnectionTable<UInt64>
    var waiting = WaitingRequests()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    /// The greatest load since memory was last returned to the system.
    private var mostLoad = 0
    /// When the server stops whatever is not done; nil while it runs.
    private var drainEnd: Int64?

    init(
        store: SharedStore, access: OriginAccess, listener: ListeningSocket, poller: Poller,
        table: ConnectionTable<UInt64>
    ) {
        (self.store, self.access, self.listener, self.poller, self.table) = (store, access, listener, poller, table)
    }

    deinit { buffer.deallocate() }

    var isDraining: Bool { drainEnd != nil }

    /// Serves until the server is drained.
    func run() {
        if let listener { poller.watch(listener.descriptor, id: Self.listenerID, Poller.reading) }
        var nextTick = OriginTime.now.elapsed &+ Self.tickLength
        while !isDrained {
            let left = max(0, (nextTick &- OriginTime.now.elapsed) / 1_000_000)
            for event in poller.wait(milliseconds: Int32(left) + 1) {
                if event.id == Self.listenerID { accept() } else { take(event) }
            }
            takeInbox()
            if OriginTime.now.elapsed >= nextTick {
                tick()
                nextTick = OriginTime.now.elapsed &+ Self.tickLength
            }
        }
        for id in Array(clients.keys) { drop(id) }
    }

    private var isDrained: Bool {
        guard let drainEnd else { return false }
        return table.requests == 0 || OriginTime.now.elapsed >= drainEnd
    }

    private func tick() {
        let now = OriginTime.now.elapsed
        answerWaiters(of: waiting.overdue(at: now))
        for overdue in table.overdue(at: now) { end(overdue) }
        if let listener { poller.change(listener.descriptor, id: Self.listenerID, Poller.reading) }
        store.withLock { $0.removeDue(now) }
        trimMemory()
    }

    /// Connections and their requests, each of which takes memory: over HTTP/2 a connection has many.
    private var load: Int { clients.count + table.requests }

    /// Returns free memory to the system after most of the load has gone, as at the end of an attack.
    private func trimMemory() {
        let load = load
        mostLoad = max(mostLoad, load)
        guard load < mostLoad / 2 - 16 else { return }
        mostLoad = load
        malloc_trim(0)
    }

    private func accept() {
        // Some at a time, so that those who are there have their turn.
        for _ in 0..<64 {
            guard let stream = listener?.accept() else {
                if let listener, listener.isOutOfFiles {
                    // Until the next tick, as the poller would tell of it again and again.
                    poller.change(listener.descriptor, id: Self.listenerID, 0)
                }
                return
            }
            let id = nextID
            nextID += 1
            let (isWelcome, goes) = table.begin(id, at: OriginTime.now.elapsed)
            if let goes { drop(goes) }
            guard isWelcome else { continue }
            let client = ClientConnection(id: id, stream: stream)
            client.interest = Poller.reading
            clients[id] = client
            mostLoad = max(mostLoad, clients.count)
            current.withLock { $0.connections += 1 }
            poller.watch(stream.descriptor, id: id, client.interest)
        }
    }
}

// From other threads.
extension OriginLoop {
    var figures: Figures { current.withLock { $0 } }

    /// Resources changed: who waits for them is answered.
    func wake(_ keys: some Sequence<OriginStore.Key>) { tell { $0.changed.formUnion(keys) } }

    /// Nothing more will be stored of some presentation: whoever waits is answered as well as can be.
    func wakeAll() { tell { $0.hasEnded = true } }

    /// Finishes the answers that are being sent, for a few seconds at most, and ends.
    func drain() { tell { $0.isToDrain = true } }

    private func tell(_ change: (inout Inbox) -> Void) {
        let isTold = inbox.withLock { inbox in
            change(&inbox)
            defer { inbox.isTold = true }
            return inbox.isTold
        }
        if !isTold { poller.wake() }
    }

    private func takeInbox() {
        let taken = inbox.withLock { inbox in
            defer { inbox = Inbox() }
            return inbox
        }
        guard taken.isTold else { return }
        if taken.isToDrain {
            drainEnd = OriginTime.now.elapsed &+ 5_000_000_000
            if let listener { poller.forget(listener.descriptor) }
            listener = nil
            for client in clients.values { client.drain() }
        }
        let isAll = taken.hasEnded || taken.isToDrain
        answerWaiters(of: isAll ? waiting.waitedFor : Array(taken.changed))
        if taken.isToDrain { for client in Array(clients.values) { serve(client) } }
    }
}
