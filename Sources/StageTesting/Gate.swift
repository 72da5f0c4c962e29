import Synchronization

/// Suspends tasks until a test opens it, so that the test controls the order of events without waiting for a clock.
public final class Gate: Sendable {
    private struct State {
        var permits: Int
        var isOpen: Bool
        var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
        var order: [Int] = []
        var next = 0
    }
    private let state: Mutex<State>

    /// Creates a gate that lets `permits` tasks pass before it suspends others.
    public init(permits: Int = 0) { state = Mutex(State(permits: permits, isOpen: false)) }

    /// Lets all tasks pass from now on.
    public func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { (state.waiters, state.order) = ([:], []) }
            return Array(state.waiters.values)
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Lets `count` more tasks pass, in the order of their arrival.
    public func permit(_ count: Int = 1) {
        let waiting: [CheckedContinuation<Void, any Error>] = state.withLock { state in
            state.permits += count
            var waiting: [CheckedContinuation<Void, any Error>] = []
            while state.permits > 0, !state.order.isEmpty {
                guard let waiter = state.waiters.removeValue(forKey: state.order.removeFirst()) else { continue }
                state.permits -= 1
                waiting.append(waiter)
            }
            return waiting
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Suspends until the gate lets the task pass; throws when the task is cancelled.
    public func pass() async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait($0, id) }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }

    private func wait(_ continuation: CheckedContinuation<Void, any Error>, _ id: Int) {
        state.withLock { state in
            if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
            if state.isOpen { return continuation.resume() }
            if state.permits > 0 {
                state.permits -= 1
                return continuation.resume()
            }
            state.waiters[id] = continuation
            state.order.append(id)
        }
    }
}
