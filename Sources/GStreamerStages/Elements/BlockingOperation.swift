import Dispatch
import Synchronization

/// An operation that may block, on a separate thread outside Swift's thread pool.
///
/// It continues when nothing waits for it any more, so that its closure must own everything it uses.
final class BlockingOperation<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value?
        var isInterrupted = false
        var waiter: (number: Int, continuation: CheckedContinuation<Value?, Never>)?
        var waits = 0
    }
    private let state = Mutex(State())

    /// Starts the operation; with a serial queue, after the earlier operations of that queue.
    init(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Value) {
        queue.async { self.finish(work()) }
    }

    /// Returns the result; nil after `limit`, or after ``interrupt()``. May be called again, but not concurrently.
    func value(within limit: Duration) async -> Value? {
        await withCheckedContinuation { continuation in
            let (number, result): (Int?, Value?) = state.withLock { state in
                if state.value != nil || state.isInterrupted { return (nil, state.value) }
                state.waits += 1
                state.waiter = (state.waits, continuation)
                return (state.waits, nil)
            }
            guard let number else { return continuation.resume(returning: result) }
            DispatchQueue.global().asyncAfter(deadline: .now() + limit.dispatchInterval) { [weak self] in
                self?.resume(number)
            }
        }
    }

    /// Makes waiting for the result return nil while there is none.
    func interrupt() {
        state.withLock { $0.isInterrupted = true }
        resume(nil)
    }

    private func finish(_ value: Value) {
        state.withLock { $0.value = value }
        resume(nil)
    }

    /// Resumes the wait with this number, or any wait.
    private func resume(_ number: Int?) {
        let (waiter, value) = state.withLock { state -> (CheckedContinuation<Value?, Never>?, Value?) in
            guard let waiter = state.waiter, number ?? waiter.number == waiter.number else { return (nil, nil) }
            state.waiter = nil
            return (waiter.continuation, state.value)
        }
        waiter?.resume(returning: value)
    }
}
