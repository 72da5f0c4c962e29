import Media
import StageKit
import Synchronization

/// When the nodes of a chain want to be called, at most one time for each, and the task that waits for the first.
final class Alarms: Sendable {
    /// When a node wants to be called.
    enum Wake: Sendable {
        case at(MediaTime)
        case after(MediaTime)
    }
    typealias Call = @Sendable (_ node: Int, _ now: MediaTime) async -> Void

    private struct State {
        var times: [Int: MediaTime] = [:]
        var waiting: Task<Void, Never>?
        var isOver = false
    }
    /// So that who asks again and again does not take a core.
    private static var least: MediaTime { .milliseconds(1) }

    private let clock: PipelineClock
    private let state = Mutex(State())

    init(_ clock: PipelineClock) { self.clock = clock }

    deinit { stop() }

    /// Takes wishes, each in place of the node's last one; `call` is made when the time has come.
    func set(_ alarms: [(node: Int, wake: Wake)], _ call: @escaping Call) {
        let now = clock.now()
        state.withLock { state in
            guard !state.isOver else { return }
            for (node, wake) in alarms {
                switch wake {
                case .at(let time): state.times[node] = max(time, now + Self.least)
                case .after(let delay): state.times[node] = now + max(delay, Self.least)
                }
            }
            wait(&state, call)
        }
    }

    /// Calls nobody any more.
    func stop() {
        let waiting = state.withLock { state in
            state.isOver = true
            state.times = [:]
            return state.waiting.take()
        }
        waiting?.cancel()
    }

    private func wait(_ state: inout State, _ call: @escaping Call) {
        state.waiting?.cancel()
        state.waiting = nil
        guard !state.isOver, let first = state.times.values.min() else { return }
        state.waiting = Task { [clock, weak self] in
            guard (try? await clock.sleep(first)) != nil else { return }
            await self?.ring(call)
        }
    }

    private func ring(_ call: @escaping Call) async {
        let now = clock.now()
        let due = state.withLock { state in
            let due = state.times.filter { $0.value <= now }.sorted { $0.value < $1.value }
            for (node, _) in due { state.times[node] = nil }
            // Who is called asks again, and does not end the task that calls.
            state.waiting = nil
            return due.map(\.key)
        }
        for node in due { await call(node, now) }
        state.withLock { state in if state.waiting == nil { wait(&state, call) } }
    }
}

extension Alarms.Wake {
    init<Output>(_ wake: Effects<Output>.Wake) {
        self =
            switch wake {
            case .at(let time): .at(time)
            case .after(let delay): .after(delay)
            }
    }
}
