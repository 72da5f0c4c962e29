import Media
import StageKit
import Synchronization

/// The pending wake-up times of a chain's nodes, at most one per node, and the task that sleeps until the earliest one.
final class WakeUpTimer: Sendable {
    /// The requested time of a wake-up, in clock time or relative to now.
    enum Wake: Sendable {
        case at(MediaTime)
        case after(MediaTime)
    }
    typealias Call = @Sendable (_ node: Int, _ now: MediaTime) async -> Void

    private struct State {
        var times: [Int: MediaTime] = [:]
        var timerTask: Task<Void, Never>?
        var isStopped = false
    }
    /// Minimum delay of a wake-up, so that a node that requests one again and again does not occupy a core.
    private static var minimumDelay: MediaTime { .milliseconds(1) }

    private let clock: any MediaClock
    private let state = Mutex(State())

    init(_ clock: any MediaClock) { self.clock = clock }

    deinit { stop() }

    /// Replaces the pending wake-ups of the given nodes; `call` runs once per node when its time is reached.
    func set(_ alarms: [(node: Int, wake: Wake)], _ call: @escaping Call) {
        let now = clock.mediaTime
        state.withLock { state in
            guard !state.isStopped else { return }
            for (node, wake) in alarms {
                switch wake {
                case .at(let time): state.times[node] = max(time, now + Self.minimumDelay)
                case .after(let delay): state.times[node] = now + max(delay, Self.minimumDelay)
                }
            }
            schedule(&state, call)
        }
    }

    /// Cancels all wake-ups and rejects later ones.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            state.times = [:]
            return state.timerTask.take()
        }
        waiting?.cancel()
    }

    private func schedule(_ state: inout State, _ call: @escaping Call) {
        state.timerTask?.cancel()
        state.timerTask = nil
        guard !state.isStopped, let first = state.times.values.min() else { return }
        state.timerTask = Task { [clock, weak self] in
            guard (try? await clock.sleep(until: first)) != nil else { return }
            await self?.fire(call)
        }
    }

    private func fire(_ call: @escaping Call) async {
        let now = clock.mediaTime
        let due = state.withLock { state in
            let due = state.times.filter { $0.value <= now }.sorted { $0.value < $1.value }
            for (node, _) in due { state.times[node] = nil }
            // The called node may set a new wake-up, which must not cancel the task that is calling it.
            state.timerTask = nil
            return due.map(\.key)
        }
        for node in due { await call(node, now) }
        state.withLock { state in if state.timerTask == nil { schedule(&state, call) } }
    }
}

extension WakeUpTimer.Wake {
    init<Output>(_ wake: Effects<Output>.Wake) {
        self =
            switch wake {
            case .at(let time): .at(time)
            case .after(let delay): .after(delay)
            }
    }
}
