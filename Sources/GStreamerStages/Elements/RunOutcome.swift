import StageKit
import Synchronization

/// How a run of elements ends, decided by whoever sees it first.
final class RunOutcome: Sendable {
    private struct State {
        var result: Result<Void, any Error>?
        var waiters: [CheckedContinuation<Void, any Error>] = []
        var whenDecided: [@Sendable () -> Void] = []
    }
    private let state = Mutex(State())

    /// Whether it has ended.
    var isDecided: Bool { state.withLock { $0.result != nil } }
    /// The failure it ended with.
    var failure: (any Error)? {
        state.withLock { state in
            if case .failure(let error) = state.result { return error }
            return nil
        }
    }

    func finish() { decide(.success(())) }
    func fail(_ error: any Error) { decide(.failure(error)) }

    /// Runs `handler` as soon as the end is known, at once if it already is.
    func onDecision(_ handler: @escaping @Sendable () -> Void) {
        let isDecided = state.withLock { state in
            if state.result == nil { state.whenDecided.append(handler) }
            return state.result != nil
        }
        if isDecided { handler() }
    }

    /// Waits for the end; a cancelled task ends the run.
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
