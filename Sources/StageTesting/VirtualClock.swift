public import Media
import Synchronization

/// Time that passes only when a test says so.
public final class VirtualClock: Sendable {
    private struct Sleeper {
        let id: Int
        let until: MediaTime
        let continuation: CheckedContinuation<Void, any Error>
    }
    private struct State {
        var now: MediaTime
        var next = 0
        var sleepers: [Sleeper] = []
    }
    private let state: Mutex<State>

    /// A clock that stands at `start`.
    public init(start: MediaTime = .zero) { state = Mutex(State(now: start)) }

    /// What the clock shows.
    public var now: MediaTime { state.withLock { $0.now } }
    /// How many tasks sleep on it.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves the clock and wakes, in order, those whose time has come.
    public func advance(by time: MediaTime) {
        let woken = state.withLock { state in
            state.now += time
            let now = state.now
            let woken = state.sleepers.filter { $0.until <= now }.sorted { $0.until < $1.until }
            state.sleepers.removeAll { $0.until <= now }
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Sleeps until the clock shows `time` or later; throws when the task is cancelled.
    public func sleep(until time: MediaTime) async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                state.withLock { state in
                    if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                    if state.now >= time { return continuation.resume() }
                    state.sleepers.append(Sleeper(id: id, until: time, continuation: continuation))
                }
            }
        } onCancel: {
            let sleeper: Sleeper? = state.withLock { state in
                state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
