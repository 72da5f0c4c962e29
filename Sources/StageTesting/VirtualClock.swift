public import Media
import Synchronization

/// A clock that advances only when a test advances it.
public final class VirtualClock: MediaClock {
    private struct Sleeper {
        let id: Int
        let until: MonotonicTime
        let continuation: CheckedContinuation<Void, any Error>

        func precedes(_ other: Sleeper) -> Bool { (until, id) < (other.until, other.id) }
    }
    private struct State {
        var now: MonotonicTime
        /// The date at the clock's zero.
        var zeroDate: WallTime
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
        mutating func removeNextSleeper(by time: MonotonicTime) -> Sleeper? {
            let due = sleepers.indices.filter { sleepers[$0].until <= time }
            guard let index = due.min(by: { sleepers[$0].precedes(sleepers[$1]) }) else { return nil }
            now = max(now, sleepers[index].until)
            return sleepers.remove(at: index)
        }
    }
    private let state: Mutex<State>
    private let advancesOnSleep: Bool
    public let zero: MonotonicTime

    /// Creates a clock for a run that started at `zero`, when the date was `date`. With `advancesOnSleep`, sleeping
    /// never waits: it sets the clock to the time at which it would end.
    public init(
        zero: MonotonicTime = .zero, date: WallTime = WallTime(seconds: 1_700_000_000), advancesOnSleep: Bool = false
    ) {
        self.zero = zero
        self.advancesOnSleep = advancesOnSleep
        state = Mutex(State(now: zero, zeroDate: date - (zero - .zero)))
    }

    public var now: MonotonicTime { state.withLock { $0.now } }
    public var wallTime: WallTime { state.withLock { $0.zeroDate + ($0.now - .zero) } }
    /// The number of tasks that sleep on the clock.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Sets the wall clock; the monotonic clock is unchanged.
    public func setDate(_ date: WallTime) { state.withLock { $0.zeroDate = date - ($0.now - .zero) } }

    /// Advances the clock and wakes the tasks whose time is reached, in order.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now + duration
            let now = state.now
            let woken = state.sleepers.filter { $0.until <= now }.sorted { $0.until < $1.until }
            state.sleepers.removeAll { $0.until <= now }
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    public func sleep(until time: MonotonicTime, tolerance: Duration?) async throws {
        if advancesOnSleep {
            try Task.checkCancellation()
            state.withLock { $0.now = max($0.now, time) }
            return await Task.yield()
        }
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
    @discardableResult
    public func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        addTasks(1)
        return Task {
            await work()
            addTasks(-1)
        }
    }

    /// Adds `count` tasks to the count of running tasks, such as the children of a counted task; negative values
    /// subtract.
    package func addTasks(_ count: Int) {
        let waiter = state.withLock { state in
            state.taskCount += count
            return state.removeIdleWaiter()
        }
        waiter?.resume()
    }

    /// Advances the clock from one sleeper to the next, and each time waits until all counted tasks sleep or have
    /// ended.
    ///
    /// Tasks wake in the order of their times, then in the order of their sleep calls, whatever the load on the
    /// machine.
    package func advanceInTurn(by duration: Duration) async {
        await waitUntilIdle()
        let end = now + duration
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
