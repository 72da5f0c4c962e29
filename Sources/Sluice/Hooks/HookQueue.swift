import Media
import PipelineRuntime
import StageKit
import SystemTime

/// The waiting events of one hook, and the calls that deliver them.
///
/// Adding an event never waits: beyond the limit, the oldest waiting event is dropped and counted. A changed hook
/// continues the queue: waiting events and further attempts go to the new recipient.
final class HookQueue: Sendable {
    /// The results so far.
    struct Counts: Sendable, Hashable {
        var delivered = 0
        /// Events that the recipient did not accept in any attempt.
        var failed = 0
        /// Events that were dropped because too many waited.
        var dropped = 0
    }

    private struct State: Sendable {
        var hook: PlannedHook
        var delivery: any HookDelivery
        var waiting: [HookEvent] = []
        /// The number of calls in progress.
        var active = 0
        var isClosed = false
        var counts = Counts()
        /// Whether the last call failed, which was reported.
        var isFailing = false
    }

    private static let longestPause = 30.0

    private let clock: any MediaClock
    private let report: @Sendable (Problem) -> Void
    private let state: ConditionLock<State>

    init(
        _ hook: PlannedHook, _ delivery: any HookDelivery, clock: any MediaClock,
        report: @escaping @Sendable (Problem) -> Void
    ) {
        state = ConditionLock(State(hook: hook, delivery: delivery))
        self.clock = clock
        self.report = report
    }

    /// Replaces the options and the recipient. Waiting events beyond a lower limit are dropped.
    func update(_ hook: PlannedHook, _ delivery: any HookDelivery) {
        state.withLock { state in
            (state.hook, state.delivery) = (hook, delivery)
            let excess = max(0, state.waiting.count - hook.options.queue)
            state.waiting.removeFirst(excess)
            state.counts.dropped += excess
        }
    }

    private var options: HookOptions { state.withLock { $0.hook.options } }

    var counts: Counts { state.withLock { $0.counts } }
    /// The number of events that wait or are being delivered.
    var waiting: Int { state.withLock { $0.waiting.count + $0.active } }

    /// Enqueues an event that the hook asks for.
    func append(_ event: HookEvent) {
        let isFirst = state.withLock { state in
            guard state.hook.options.events.contains(event.kind) else { return false }
            state.waiting.append(event)
            guard state.waiting.count > state.hook.options.queue else { return false }
            state.waiting.removeFirst()
            state.counts.dropped += 1
            return state.counts.dropped == 1
        }
        if isFirst { warn("hook-queue-full", "too many events wait: the oldest are dropped") }
    }

    /// Ends the queue: waiting events are still delivered.
    func close() { state.withLock { $0.isClosed = true } }

    /// Delivers events until the queue is closed and empty, or until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            while let event = await next() {
                group.addTask {
                    await self.deliver(event)
                    self.state.withLock { $0.active -= 1 }
                }
            }
        }
        let counts = counts
        let lost = counts.failed + counts.dropped + state.withLock { $0.waiting.count }
        if lost > 0 {
            warn("hook-events-lost", "\(lost) of \(lost + counts.delivered) events were not delivered")
        }
    }

    private func next() async -> HookEvent? {
        do {
            while true {
                try await state.wait { state in
                    if state.waiting.isEmpty { return state.isClosed }
                    return state.active < state.hook.options.concurrency
                }
                let (event, isOver) = state.withLock { state -> (HookEvent?, Bool) in
                    guard !state.waiting.isEmpty else { return (nil, state.isClosed) }
                    state.active += 1
                    return (state.waiting.removeFirst(), false)
                }
                if let event { return event }
                if isOver { return nil }
            }
        } catch {
            return nil
        }
    }

    private func deliver(_ event: HookEvent) async {
        var attempt = 0
        while true {
            let delivery = state.withLock { $0.delivery }
            do throws(HookFailure) {
                try await delivery.deliver(event)
                return succeeded()
            } catch {
                let isLast = attempt >= options.retries || !error.isTemporary || Task.isCancelled
                failed(error, isLast: isLast)
                if isLast { return }
                let pause = min(Self.longestPause, max(error.retryAfter ?? 0, Double(1 << min(attempt, 10))))
                try? await clock.sleep(for: .milliseconds(Int64(pause * 1000)))
                attempt += 1
            }
        }
    }

    private func succeeded() {
        let wasFailing = state.withLock { state in
            state.counts.delivered += 1
            defer { state.isFailing = false }
            return state.isFailing
        }
        if wasFailing { report(Problem(.note, code: "hook-recovered", message: named("accepts events again"))) }
    }

    private func failed(_ error: HookFailure, isLast: Bool) {
        let isNew = state.withLock { state in
            if isLast { state.counts.failed += 1 }
            defer { state.isFailing = true }
            return !state.isFailing
        }
        if isNew { warn("hook-failing", error.message) }
    }

    private func warn(_ code: String, _ message: String) {
        report(Problem(.warning, code: code, message: named(message)))
    }

    private func named(_ message: String) -> String { "hook '\(state.withLock { $0.hook.name })': \(message)" }
}
