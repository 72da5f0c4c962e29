import HTTPClient
import Media
import StageKit
import Synchronization

/// Sends the files of a `PushQueue` over libcurl, on the engine's thread. Accepting resources never blocks.
final class Pusher: Sendable {
    private struct State {
        var queue: PushQueue
        /// The engine's request numbers of the requests in progress, by item number.
        var requests: [Int: UInt64] = [:]
        var timer: (at: MonotonicTime, task: Task<Void, Never>)?
        var isAborted = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>
    private let store: RemoteStore
    private let engine: FetchEngine
    private let clock: any MediaClock
    private let reporter: PushReporter

    init(_ store: RemoteStore, queue: PushQueue, _ report: PushReporter, clock: any MediaClock) {
        self.store = store
        self.clock = clock
        self.reporter = report
        engine = FetchEngine(connectionsPerHost: queue.limits.connections, connections: queue.limits.connections)
        state = Mutex(State(queue: queue))
    }

    private var now: MonotonicTime { clock.now }

    /// Enqueues resources and starts the requests that can be sent now.
    func enqueue(_ resources: [Resource]) {
        let now = now
        state.withLock { state in
            for resource in resources { state.queue.apply(resource, at: now) }
            startPendingRequests(&state, now)
        }
        reportProgress()
    }

    private func reportProgress() {
        let now = now
        let (notices, figures, waiting, isFailing) = state.withLock { state in
            (
                state.queue.drainNotices(), state.queue.figures, PushBacklog(state.queue, at: now),
                state.queue.failingSince != nil
            )
        }
        reporter.report(notices, figures, waiting, isFailing: isFailing, at: now)
    }

    /// Sends the remaining files for at most `length`, and reports the result.
    func drain(within length: MediaTime) async {
        let now = now
        let left = state.withLock { state in
            let left = state.queue.close(at: now)
            startPendingRequests(&state, now)
            return left
        }
        let clock = clock
        let end = Task {
            try? await clock.sleep(until: now + length.duration, tolerance: nil)
            abort()
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if state.queue.isEmpty || state.isAborted || Task.isCancelled { return true }
                    state.waiter = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            abort()
        }
        end.cancel()
        abort()
        reportProgress()
        let (figures, paths) = state.withLock { ($0.queue.figures, $0.queue.waitingPaths) }
        reporter.finish(figures, notSent: paths, left: left)
    }

    /// Stops sending and cancels the requests in progress.
    func abort() {
        let (requests, waiter) = state.withLock { state in
            state.isAborted = true
            state.timer?.task.cancel()
            state.timer = nil
            defer { (state.requests, state.waiter) = ([:], nil) }
            return (Array(state.requests.values), state.waiter)
        }
        for request in requests { engine.cancel(request) }
        waiter?.resume()
    }

    private func startPendingRequests(_ state: inout State, _ now: MonotonicTime) {
        guard !state.isAborted else { return }
        while let item = state.queue.start(at: now) { start(item, &state) }
        for number in state.queue.grown { if let request = state.requests[number] { engine.resume(request) } }
        state.queue.grown = []
        for number in state.queue.overdue(at: now) {
            state.queue.deadlines[number] = nil
            if let request = state.requests[number] { engine.cancel(request) }
        }
        setTimer(&state, now)
        if state.queue.isEmpty, let waiter = state.waiter {
            state.waiter = nil
            waiter.resume()
        }
    }

    private func start(_ item: PushItem, _ state: inout State) {
        guard let request = store.request(for: item, at: clock.wallTime) else {
            return state.queue.finish(item.number, .rejected("invalid path"), at: now, random: 0)
        }
        let answer = MemorySink()
        let isChunked = item.content.map { $0.size == nil } ?? false
        state.requests[item.number] = engine.start(request, into: answer) { result in
            self.finished(item, RemoteStore.outcome(of: result, answer.bytes, of: item, isChunked: isChunked))
        }
    }

    private func finished(_ item: PushItem, _ outcome: PushQueue.Outcome) {
        let now = now
        if outcome == .done, !item.isDelete { reporter.figures.accepted(after: now - item.queued) }
        state.withLock { state in
            state.requests[item.number] = nil
            guard !state.isAborted else { return }
            state.queue.finish(item.number, outcome, at: now, random: .random(in: 0..<1))
            startPendingRequests(&state, now)
        }
        reportProgress()
    }

    private func setTimer(_ state: inout State, _ now: MonotonicTime) {
        guard let wake = state.queue.nextWake(after: now) else { return }
        if let timer = state.timer, timer.at <= wake { return }
        state.timer?.task.cancel()
        let clock = clock
        let task = Task {
            do { try await clock.sleep(until: wake, tolerance: nil) } catch { return }
            wakeUp(wake)
        }
        state.timer = (wake, task)
    }

    private func wakeUp(_ time: MonotonicTime) {
        let now = now
        state.withLock { state in
            if state.timer?.at == time { state.timer = nil }
            startPendingRequests(&state, now)
        }
    }
}

extension PushQueue {
    /// The paths of the queued files, oldest first.
    var waitingPaths: [String] { latest.values.sorted().compactMap { items[$0]?.path } }
}
