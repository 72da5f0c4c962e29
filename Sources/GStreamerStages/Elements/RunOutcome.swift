import StageKit
import Synchronization

/// The result of running a pipeline. The first call of `finish` or `fail` determines it.
final class RunOutcome: Sendable {
    private struct State {
        var result: Result<Void, any Error>?
        var waiters: [CheckedContinuation<Void, any Error>] = []
        var whenDecided: [@Sendable () -> Void] = []
    }
    private let state = Mutex(State())

    /// Whether the run has ended.
    var isDecided: Bool { state.withLock { $0.result != nil } }
    /// The error with which the run ended; nil for other results.
    var failure: (any Error)? {
        state.withLock { state in
            if case .failure(let error) = state.result { return error }
            return nil
        }
    }

    func finish() { decide(.success(())) }
    func fail(_ error: any Error) { decide(.failure(error)) }

    /// Calls `handler` when the run ends, or immediately if it has ended.
    func onDecision(_ handler: @escaping @Sendable () -> Void) {
        let isDecided = state.withLock { state in
            if state.result == nil { state.whenDecided.append(handler) }
            return state.result != nil
        }
        if isDecided { handler() }
    }

    /// Waits for the end of the run and throws its error. Cancelling the task ends the run.
    func wait() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state in
                    if state.result == nil { state.waiters.append(continuation) }
                    return state.result
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            fail(CancellationError())
        }
    }

    private func decide(_ result: Result<Void, any Error>) {
        let before = state.withLock { state in
            guard state.result == nil else { return State() }
            defer { state = State(result: result) }
            return state
        }
        for handler in before.whenDecided { handler() }
        for waiter in before.waiters { waiter.resume(with: result) }
    }
}
