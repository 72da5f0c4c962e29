import PipelineRuntime
import Synchronization

/// Distributes the events of a run to its observers.
final class EventHub: Sendable {
    private struct WeakObserver {
        weak var observer: EventObserver?
    }
    private struct State {
        var observers: [WeakObserver] = []
        /// The event that ended the run.
        var end: PipelineEvent?
    }
    private let state = Mutex(State())

    /// Returns a new observer of the events from now on; after the end of the run, of its last event.
    func observe() -> EventObserver {
        let observer = EventObserver()
        let end = state.withLock { state in
            if state.end == nil { state.observers.append(WeakObserver(observer: observer)) }
            return state.end
        }
        if let end {
            observer.append(end)
            observer.finish()
        }
        return observer
    }

    /// Adds an event to the buffers of all observers.
    func emit(_ event: PipelineEvent) {
        let observers = state.withLock { state in
            if case .ended = event { state.end = event }
            state.observers.removeAll { $0.observer == nil }
            return state.observers.compactMap(\.observer)
        }
        for observer in observers { observer.append(event) }
    }

    /// Ends the sequences of all observers.
    func finish() {
        let observers = state.withLock { state in
            defer { state.observers = [] }
            return state.observers.compactMap(\.observer)
        }
        for observer in observers { observer.finish() }
    }
}
