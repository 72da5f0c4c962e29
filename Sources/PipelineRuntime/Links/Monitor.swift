import Dispatch
import Synchronization

/// State behind a lock, and those who wait until it is as they need it.
///
/// Every change looks at the waiting conditions, of which there are one or two; so none can be forgotten.
final class Monitor<State: Sendable>: Sendable {
    private struct Guarded {
        var state: State
        var nextID = 0
        var waiters: [Waiter] = []

        /// Takes out those whose condition holds; mostly that is nobody's.
        mutating func takeReady() -> [Sleeper] {
            guard waiters.contains(where: { $0.condition(state) }) else { return [] }
            var ready: [Sleeper] = []
            waiters.removeAll { waiter in
                guard waiter.condition(state) else { return false }
                ready.append(waiter.sleeper)
                return true
            }
            return ready
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

    init(_ state: State) { guarded = Mutex(Guarded(state: state)) }

    /// Looks at the state or changes it; then wakes whoever waited for what it now is.
    func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var ready: [Sleeper] = []
        // Behind the lock, where whoever wakes would only run into it.
        defer { for sleeper in ready { sleeper.wake() } }
        return try guarded.withLock { guarded throws(Failure) in
            defer { if !guarded.waiters.isEmpty { ready = guarded.takeReady() } }
            return try body(&guarded.state)
        }
    }

    /// Suspends the task until the condition holds; throws when the task is cancelled.
    func wait(until condition: @escaping @Sendable (State) -> Bool) async throws {
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

    /// Blocks a thread that is not Swift's until the condition holds.
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
            // A cancellation before this shows here; one after it finds the waiter.
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
