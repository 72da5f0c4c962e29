import Synchronization

/// What a codec tells its client: in order, one call at a time, with the wish for more work among it.
///
/// Whoever finds nobody at it delivers, outside the lock, so that the client may call the codec from inside.
final class PacedEvents<Event: Sendable>: Sendable {
    private struct State {
        var queue: [Event] = []
        var isDelivering = false
        /// How much work waits.
        var waiting = 0
        var isWanted = true
        var isEnded = false
        /// Let go of after the last event: clients and codecs hold each other.
        var deliver: (@Sendable (Event) -> Void)?
    }
    private let state: Mutex<State>
    private let limit: Int
    private let wants: @Sendable (Bool) -> Event

    /// Asks for work while fewer than `limit` pieces of it wait.
    init(
        limit: Int, wants: @escaping @Sendable (Bool) -> Event, deliver: @escaping @Sendable (Event) -> Void
    ) {
        self.limit = limit
        self.wants = wants
        state = Mutex(State(deliver: deliver))
    }

    func send(_ event: Event) { change { $0.queue.append(event) } }

    /// Sends the last event; nil ends without one and drops what has not been delivered.
    func end(_ event: Event?) {
        change { state in
            if let event { state.queue.append(event) } else { state.queue = [] }
            state.isEnded = true
        }
    }

    /// A piece of work waits.
    func begin() {
        change { state in
            state.waiting += 1
            guard state.isWanted, state.waiting >= limit else { return }
            state.isWanted = false
            state.queue.append(wants(false))
        }
    }

    /// A piece of work has been taken on.
    func taken() {
        change { state in
            state.waiting -= 1
            guard !state.isWanted, state.waiting <= limit / 2 else { return }
            state.isWanted = true
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
