import Synchronization

/// The events of a codec: delivered in order and one at a time, including requests for more work.
///
/// A thread that adds an event delivers the queue, unless another thread is doing so. Delivery happens outside the
/// lock, so that the client may call the codec from its handler.
final class CodecEventQueue<Event: Sendable>: Sendable {
    private struct State {
        var queue: [Event] = []
        var isDelivering = false
        /// The number of queued work items.
        var waiting = 0
        var acceptsWork = true
        var isEnded = false
        /// Released after the last event, because clients and codecs retain each other.
        var deliver: (@Sendable (Event) -> Void)?
    }
    private let state: Mutex<State>
    private let limit: Int
    private let wants: @Sendable (Bool) -> Event

    /// Requests work while fewer than `limit` work items are queued.
    init(
        limit: Int, wants: @escaping @Sendable (Bool) -> Event, deliver: @escaping @Sendable (Event) -> Void
    ) {
        self.limit = limit
        self.wants = wants
        state = Mutex(State(deliver: deliver))
    }

    func send(_ event: Event) { change { $0.queue.append(event) } }

    /// Sends the last event; nil discards all events that have not been delivered.
    func end(_ event: Event?) {
        change { state in
            if let event { state.queue.append(event) } else { state.queue = [] }
            state.isEnded = true
        }
    }

    /// Records that a work item was queued.
    func workQueued() {
        change { state in
            state.waiting += 1
            guard state.acceptsWork, state.waiting >= limit else { return }
            state.acceptsWork = false
            state.queue.append(wants(false))
        }
    }

    /// Records that the processing of a work item has started.
    func workStarted() {
        change { state in
            state.waiting -= 1
            guard !state.acceptsWork, state.waiting <= limit / 2 else { return }
            state.acceptsWork = true
            state.queue.append(wants(true))
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let mayDeliver = state.withLock { state in
            guard !state.isEnded else { return false }
            body(&state)
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        guard mayDeliver else { return }
        while let (events, deliver) = next() {
            for event in events { deliver(event) }
        }
    }

    private func next() -> ([Event], @Sendable (Event) -> Void)? {
        state.withLock { state in
            guard let deliver = state.deliver, !state.queue.isEmpty else {
                state.isDelivering = false
                if state.isEnded { state.deliver = nil }
                return nil
            }
            defer { state.queue = [] }
            return (state.queue, deliver)
        }
    }
}
