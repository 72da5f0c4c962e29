import Synchronization

/// Distributes the events of a run or a service to its observers.
package final class EventHub<Event: ObservedEvent>: Sendable {
    private struct WeakObserver {
        weak var observer: EventObserver<Event>?
    }
    private struct State {
        var observers: [WeakObserver] = []
        /// The last event.
        var end: Event?
        var isFinished = false
    }
    private let state = Mutex(State())

    package init() {}

    /// Returns a new observer of the events from now on; after the end, of the last event.
    package func observe() -> EventObserver<Event> {
        let observer = EventObserver<Event>()
        let (end, isFinished) = state.withLock { state in
            let isFinished = state.isFinished || state.end != nil
            if !isFinished { state.observers.append(WeakObserver(observer: observer)) }
            return (state.end, isFinished)
        }
        if let end { observer.append(end) }
        if isFinished { observer.finish() }
        return observer
    }

    /// Adds an event to the buffers of all observers.
    package func emit(_ event: Event) {
        let observers = state.withLock { state in
            if event.isLast { state.end = event }
            state.observers.removeAll { $0.observer == nil }
            return state.observers.compactMap(\.observer)
        }
        for observer in observers { observer.append(event) }
    }

    /// Ends the sequences of all observers.
    package func finish() {
        let observers = state.withLock { state in
            state.isFinished = true
            defer { state.observers = [] }
            return state.observers.compactMap(\.observer)
        }
        for observer in observers { observer.finish() }
    }
}
