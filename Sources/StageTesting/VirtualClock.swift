public import Media
import Synchronization

/// Time that passes only when a test says so.
public final class VirtualClock: Sendable {
    private struct Sleeper {
        let id: Int
        let until: MediaTime
        let continuation: CheckedContinuation<Void, any Error>

        func precedes(_ other: Sleeper) -> Bool { (until, id) < (other.until, other.id) }
    }
    private struct State {
        var now: MediaTime
        var next = 0
        var sleepers: [Sleeper] = []
        /// The tasks that ``VirtualClock/advanceInTurn(by:)`` waits for.
        var taskCount = 0
        var idleWaiter: CheckedContinuation<Void, Never>?

        var isIdle: Bool { sleepers.count >= taskCount }

        /// Returns the waiter that has to be resumed, once no counted task is running.
        mutating func removeIdleWaiter() -> CheckedContinuation<Void, Never>? {
            guard isIdle else { return nil }
            defer { idleWaiter = nil }
            return idleWaiter
        }

        /// Removes the first sleeper due by `time` and moves the clock to its time.
        mutating func removeNextSleeper(by time: MediaTime) -> Sleeper? {
            let due = sleepers.indices.filter { sleepers[$0].until <= time }
            guard let index = due.min(by: { sleepers[$0].precedes(sleepers[$1]) }) else { return nil }
            now = max(now, sleepers[index].until)
            return sleepers.remove(at: index)
        }
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
                let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
                    if Task.isCancelled {
                        continuation.resume(throwing: CancellationError())
                        return nil
                    }
                    if state.now >= time {
                        continuation.resume()
                        return nil
                    }
                    state.sleepers.append(Sleeper(id: id, until: time, continuation: continuation))
                    return state.removeIdleWaiter()
                }
                waiter?.resume()
            }
        } onCancel: {
            let sleeper: Sleeper? = state.withLock { state in
                state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}

extension VirtualClock {
    /// Starts a task that counts as running from now on, before it first runs, until it sleeps or ends.
    @discardableResult
    package func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        addTasks(1)
        return Task {
            await work()
            addTasks(-1)
        }
    }

    /// Counts `count` more tasks, or fewer where it is negative, such as the children of a counted task.
    package func addTasks(_ count: Int) {
        let waiter = state.withLock { state in
            state.taskCount += count
            return state.removeIdleWaiter()
        }
        waiter?.resume()
    }

    /// Moves the clock from one sleeper to the next, each time waiting until all counted tasks sleep or have ended.
    ///
    /// The order is that of the times, then that of falling asleep, however busy the machine is.
    package func advanceInTurn(by time: MediaTime) async {
        await waitUntilIdle()
        let end = now + time
        while let sleeper = state.withLock({ $0.removeNextSleeper(by: end) }) {
            sleeper.continuation.resume()
            await waitUntilIdle()
        }
        state.withLock { $0.now = end }
    }

    private func waitUntilIdle() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let waiter = state.withLock { state in
                precondition(state.idleWaiter == nil, "one task at a time advances a virtual clock")
                state.idleWaiter = continuation
                return state.removeIdleWaiter()
            }
            waiter?.resume()
        }
    }
}
