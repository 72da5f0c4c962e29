import Dispatch
import Synchronization

/// State behind a lock, and the tasks and threads that wait for a condition on it.
///
/// Every change evaluates all waiting conditions, usually one or two, so no wake-up can be missed.
package final class ConditionLock<State: Sendable>: Sendable {
    private struct Guarded {
        var state: State
        var nextID = 0
        var waiters: [Waiter] = []

        /// Removes and returns the waiters whose condition holds; usually there is none, or one.
        mutating func removeReady() -> (first: Sleeper?, others: [Sleeper]) {
            guard let index = waiters.firstIndex(where: { $0.condition(state) }) else { return (nil, []) }
            let first = waiters.remove(at: index).sleeper
            var others: [Sleeper] = []
            waiters.removeAll { waiter in
                guard waiter.condition(state) else { return false }
                others.append(waiter.sleeper)
                return true
            }
            return (first, others)
        }
    }

    private struct Waiter {
        let id: Int
        let condition: @Sendable (State) -> Bool
        let sleeper: Sleeper
    }

    private enum Sleeper {
        case task(UnsafeContinuation<Void, any Error>)
        case thread(DispatchSemaphore)

        func wake() {
            switch self {
            case .task(let continuation): continuation.resume()
            case .thread(let semaphore): semaphore.signal()
            }
        }
    }

    private let guarded: Mutex<Guarded>

    package init(_ state: State) { guarded = Mutex(Guarded(state: state)) }

    /// Reads or modifies the state, then wakes the waiters whose condition has become true.
    package func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var ready: (first: Sleeper?, others: [Sleeper]) = (nil, [])
        // After the lock is released; otherwise a woken waiter would only block on it.
        defer {
            ready.first?.wake()
            for sleeper in ready.others { sleeper.wake() }
        }
        return try guarded.withLock { guarded throws(Failure) in
            defer { if !guarded.waiters.isEmpty { ready = guarded.removeReady() } }
            return try body(&guarded.state)
        }
    }

    /// Suspends the task until the condition holds; throws when the task is cancelled.
    package func wait(until condition: @escaping @Sendable (State) -> Bool) async throws {
        let id: Int? = guarded.withLock { guarded in
            if condition(guarded.state) { return nil }
            guarded.nextID += 1
            return guarded.nextID
        }
        guard let id else { return }
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                suspend(continuation, id, condition)
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Blocks the calling thread until the condition holds. Not for threads of the Swift concurrency pool.
    func block(until condition: @escaping @Sendable (State) -> Bool) {
        let semaphore: DispatchSemaphore? = guarded.withLock { guarded in
            if condition(guarded.state) { return nil }
            let semaphore = DispatchSemaphore(value: 0)
            guarded.nextID += 1
            guarded.waiters.append(
                Waiter(id: guarded.nextID, condition: condition, sleeper: .thread(semaphore)))
            return semaphore
        }
        semaphore?.wait()
    }

    private func suspend(
        _ continuation: UnsafeContinuation<Void, any Error>, _ id: Int,
        _ condition: @escaping @Sendable (State) -> Bool
    ) {
        guarded.withLock { guarded in
            // Handles a cancellation before this point; a later one finds the waiter in the list.
            if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
            if condition(guarded.state) { return continuation.resume() }
            guarded.waiters.append(Waiter(id: id, condition: condition, sleeper: .task(continuation)))
        }
    }

    private func cancel(_ id: Int) {
        guarded.withLock { guarded in
            guard let index = guarded.waiters.firstIndex(where: { $0.id == id }) else { return }
            if case .task(let continuation) = guarded.waiters.remove(at: index).sleeper {
                continuation.resume(throwing: CancellationError())
            }
        }
    }
}
