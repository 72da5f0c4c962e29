import Glibc
import Media
import Synchronization

/// What happens on a server's thread: requests are answered, or wait until what they ask for is there.
///
/// What is answered is the store's decision, and which connections have to go is the table's.
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

    struct Waiter {
        var request: OriginRequest
        var since: Int64
        var until: Int64
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
    private let current = Mutex(Figures())
    private var nextID: UInt64 = 1
    private var clients: [UInt64: ClientConnection] = [:]
    private var table: ConnectionTable<UInt64>
    private var waiting: [OriginStore.Key: [UInt64: Waiter]] = [:]
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    /// When the server stops whatever is not done; nil while it runs.
    private var drainEnd: Int64?

    init(store: SharedStore, access: OriginAccess, listener: ListeningSocket, poller: Poller, connectionLimit: Int) {
        (self.store, self.access, self.listener, self.poller) = (store, access, listener, poller)
        table = ConnectionTable(limit: connectionLimit)
    }

    deinit { buffer.deallocate() }

    /// Serves until the server is drained.
    func run() {
        if let listener { poller.watch(listener.descriptor, id: Self.listenerID, Poller.reading) }
        var nextTick = OriginTime.now.elapsed &+ Self.tickLength
        while !isDrained {
            let left = max(0, (nextTick &- OriginTime.now.elapsed) / 1_000_000)
            for event in poller.wait(milliseconds: Int32(left) + 1) { take(event) }
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
        answerWaiters(of: waiting.filter { $0.value.values.contains { $0.until <= now } }.map(\.key))
        for id in table.overdue(at: now) { drop(id) }
        if let listener { poller.change(listener.descriptor, id: Self.listenerID, Poller.reading) }
        store.withLock { $0.removeDue(now) }
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
        }
        let isAll = taken.hasEnded || taken.isToDrain
        answerWaiters(of: isAll ? Array(waiting.keys) : taken.changed.filter { waiting[$0] != nil })
    }
}

// Connections.
extension OriginLoop {
    private func take(_ event: Poller.Event) {
        if event.id == Self.listenerID { return accept() }
        guard let client = clients[event.id] else { return }
        if event.isLost { return drop(event.id) }
        // While encryption is agreed on, reading may wait for room to write.
        if event.isReadable || (event.isWritable && client.state != .sending) {
            guard client.receive(buffer) else { return drop(event.id) }
            if client.state == .ending, client.hasPeerEnded { return drop(event.id) }
        }
        if event.isWritable, client.state == .sending { flush(client) }
        process(client)
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
            current.withLock { $0.connections += 1 }
            poller.watch(stream.descriptor, id: id, client.interest)
        }
    }

    private func drop(_ id: UInt64) {
        table.remove(id)
        guard let client = clients.removeValue(forKey: id) else { return }
        poller.forget(client.stream.descriptor)
        current.withLock { $0.connections -= 1 }
        if case .waiting(let key) = client.state, waiting[key]?.removeValue(forKey: id) != nil {
            current.withLock { $0.waiting -= 1 }
        }
    }

    /// Deals with the requests that are there, one after the other, then watches for what comes next.
    private func process(_ client: ClientConnection) {
        while client.state == .reading, clients[client.id] != nil {
            switch client.nextRequest() {
            case .unfinished:
                if client.hasPeerEnded { return drop(client.id) }
                // What a request longer than the input left may be decrypted already, and the poller not know it.
                if client.hasMore {
                    guard client.receive(buffer) else { return drop(client.id) }
                    continue
                }
                table.read(client.id, isBegun: client.hasInput, at: OriginTime.now.elapsed)
                return watch(client)
            case .refused(let status, let why):
                client.isPersistent = false
                table.takeRequest(client.id, at: OriginTime.now.elapsed)
                send(.text(status, why, cache: .never), to: client, isHead: false)
            case .request(let head, _):
                client.isPersistent = head.isPersistent
                table.takeRequest(client.id, at: OriginTime.now.elapsed)
                answer(head.request, client)
            }
        }
        if clients[client.id] != nil { watch(client) }
    }

    private func watch(_ client: ClientConnection) {
        let interest =
            switch client.state {
            case .reading, .ending:
                client.hasPeerEnded ? 0 : Poller.reading | (client.stream.wantsToWrite ? Poller.writing : 0)
            case .waiting: 0 as UInt32
            case .sending: Poller.writing
            }
        guard interest != client.interest else { return }
        client.interest = interest
        poller.change(client.stream.descriptor, id: client.id, interest)
    }

    private func send(_ response: OriginResponse, to client: ClientConnection, isHead: Bool) {
        var response = response
        access.addFields(to: &response)
        let now = OriginTime.now
        let isPersistent = client.isPersistent && drainEnd == nil
        client.isPersistent = isPersistent
        let head = response.head(date: HTTPDate(seconds: now.date), isPersistent: isPersistent)
        client.queue([head] + (isHead ? [] : response.body))
        client.state = .sending
        table.send(client.id, bytes: response.bodyLength, at: now.elapsed)
        current.withLock { $0.answers += 1 }
        flush(client)
    }

    private func flush(_ client: ClientConnection) {
        guard let isSent = client.flush() else { return drop(client.id) }
        guard isSent else { return }
        table.endRequest(client.id, at: OriginTime.now.elapsed)
        if client.isPersistent {
            client.state = .reading
        } else if client.hasPeerEnded {
            drop(client.id)
        } else {
            client.end()
            table.read(client.id, isBegun: true, at: OriginTime.now.elapsed)
        }
    }
}

// Requests.
extension OriginLoop {
    private func answer(_ request: OriginRequest, _ client: ClientConnection) {
        let now = OriginTime.now
        let isHead = request.method == .head
        if let response = access.answer(request) { return send(response, to: client, isHead: isHead) }
        switch store.withLock({ $0.answer(request, since: now.elapsed, at: now) }) {
        case .respond(let response): send(response, to: client, isHead: isHead)
        case .wait(let key, let until):
            guard drainEnd == nil else {
                return send(.text(503, "the server is about to stop", cache: .never), to: client, isHead: isHead)
            }
            client.state = .waiting(key)
            table.wait(client.id)
            current.withLock { $0.waiting += 1 }
            waiting[key, default: [:]][client.id] = Waiter(request: request, since: now.elapsed, until: until)
        }
    }

    /// Asks anew for those who wait for these resources.
    private func answerWaiters(of keys: [OriginStore.Key]) {
        for key in keys {
            guard let waiters = waiting.removeValue(forKey: key).map(Array.init) else { continue }
            let now = OriginTime.now
            let outcomes = store.withLock { store in
                waiters.map { store.answer($0.value.request, since: $0.value.since, at: now) }
            }
            for ((id, waiter), outcome) in zip(waiters, outcomes) { settle(id, waiter, outcome) }
        }
    }

    private func settle(_ id: UInt64, _ waiter: Waiter, _ outcome: OriginStore.Outcome) {
        guard let client = clients[id] else { return }
        var response = OriginResponse.text(503, "the server is about to stop", cache: .never)
        switch outcome {
        case .wait(let key, let until) where drainEnd == nil:
            client.state = .waiting(key)
            waiting[key, default: [:]][id] = Waiter(request: waiter.request, since: waiter.since, until: until)
            return
        case .wait: break
        case .respond(let known): response = known
        }
        current.withLock { $0.waiting -= 1 }
        table.endWait(id)
        send(response, to: client, isHead: waiter.request.method == .head)
        if clients[id] != nil { process(client) }
    }
}
