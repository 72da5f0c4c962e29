import Media
import PipelineRuntime
import StageKit
import SystemTime

/// The waiting events of one hook, and the calls that deliver them.
///
/// Adding an event never waits: beyond the limit, the oldest waiting event is dropped and counted.
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
        var waiting: [HookEvent] = []
        var isClosed = false
        var counts = Counts()
        /// Whether the last call failed, which was reported.
        var isFailing = false
    }

    private static let longestPause = 30.0

    let hook: PlannedHook
    private let delivery: any HookDelivery
    private let clock: any MediaClock
    private let report: @Sendable (Problem) -> Void
    private let state = ConditionLock(State())

    init(
        _ hook: PlannedHook, _ delivery: any HookDelivery, clock: any MediaClock,
        report: @escaping @Sendable (Problem) -> Void
    ) {
        self.hook = hook
        self.delivery = delivery
        self.clock = clock
        self.report = report
    }

    var counts: Counts { state.withLock { $0.counts } }

    /// Enqueues an event that the hook asks for.
    func append(_ event: HookEvent) {
        guard hook.options.events.contains(event.kind) else { return }
        let isFirst = state.withLock { state in
            state.waiting.append(event)
            guard state.waiting.count > hook.options.queue else { return false }
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
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<hook.options.concurrency {
                group.addTask { while let event = await self.next() { await self.deliver(event) } }
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
                try await state.wait { !$0.waiting.isEmpty || $0.isClosed }
                let (event, isClosed) = state.withLock { state in
                    (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isClosed)
                }
                if let event { return event }
                if isClosed { return nil }
            }
        } catch {
            return nil
        }
    }

    private func deliver(_ event: HookEvent) async {
        for attempt in 0...hook.options.retries {
            do throws(HookFailure) {
                try await delivery.deliver(event)
                return succeeded()
            } catch {
                let isLast = attempt == hook.options.retries || !error.isTemporary || Task.isCancelled
                failed(error, isLast: isLast)
                if isLast { return }
                let pause = min(Self.longestPause, max(error.retryAfter ?? 0, Double(1 << min(attempt, 10))))
                try? await clock.sleep(for: .milliseconds(Int64(pause * 1000)))
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

    private func named(_ message: String) -> String { "hook '\(hook.name)': \(message)" }
}
