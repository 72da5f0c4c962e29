import PipelineRuntime

/// The bounded buffer of one observer of events.
package final class EventObserver<Event: ObservedEvent>: Sendable {
    /// Maximum number of buffered events.
    static var limit: Int { 1024 }

    private struct State: Sendable {
        var events: [Event] = []
        var missed = 0
        var isFinished = false
    }
    private let state = ConditionLock(State())

    /// Adds an event; discards the oldest one when the buffer is full. Never waits.
    func append(_ event: Event) {
        state.withLock { state in
            if state.events.count >= Self.limit {
                state.events.removeFirst()
                state.missed += 1
            }
            state.events.append(event)
        }
    }

    /// Marks the end of the events.
    func finish() { state.withLock { $0.isFinished = true } }

    /// Returns the next event; nil after the last one, and when the task is cancelled.
    package func next() async -> Event? {
        do {
            try await state.wait { !$0.events.isEmpty || $0.isFinished }
        } catch {
            return nil
        }
        return state.withLock { state in
            if state.missed > 0 {
                defer { state.missed = 0 }
                return .missed(state.missed)
            }
            return state.events.isEmpty ? nil : state.events.removeFirst()
        }
    }
}
