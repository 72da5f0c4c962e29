import StageKit
import Synchronization

/// A block that is being fetched or removed, for which other tasks wait.
final class BlockFlight: Sendable {
    private struct State {
        var result: Result<Void, StageError>?
        var waiting: [CheckedContinuation<StageError?, Never>] = []
    }

    let key: BlockTable.Key
    private let state = Mutex(State())

    init(_ key: BlockTable.Key) { self.key = key }

    /// Ends the waiting of other tasks.
    func end(_ failure: StageError?) {
        let waiting = state.withLock { state in
            state.result = failure.map { .failure($0) } ?? .success(())
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: failure) }
    }

    /// Waits for the end; nil without a failure.
    var result: StageError? {
        get async {
            await withCheckedContinuation { continuation in
                let result = state.withLock { state in
                    if state.result == nil { state.waiting.append(continuation) }
                    return state.result
                }
                switch result {
                case .success?: continuation.resume(returning: nil)
                case .failure(let error)?: continuation.resume(returning: error)
                case nil: break
                }
            }
        }
    }
}
