import Foundation
import HTTPClient
import Media
package import PipelineRuntime
package import StageKit
import Synchronization
import SystemTime

/// Sends the events of a pipeline's runs to the programs that its hooks name.
///
/// A view of `Pipeline.events`: neither a slow recipient nor many events delay the media. Queues continue over runs and
/// over changes of the hooks.
package final class HookDispatcher: Sendable {
    private struct Entry: Sendable {
        var queue: HookQueue
        var task: Task<Void, Never>
    }
    private struct State {
        /// The current hooks in the order of the file, by name.
        var entries: [(name: String, entry: Entry)] = []
        /// The hooks that were removed and still deliver their events.
        var retired: [Entry] = []
        var redactor = Redactor()
        var isFinished = false
    }

    /// The time for the remaining calls after the end.
    private static let drainTime = Duration.seconds(10)

    private let clock: any MediaClock
    private let engine = FetchEngine(connectionsPerHost: 4, connections: 16)
    private let report: @Sendable (RunStatus.ReportedProblem) -> Void
    private let state = Mutex(State())

    /// Creates a dispatcher without hooks. `report` receives problems of the hooks.
    package init(
        clock: any MediaClock = SystemClock(), report: @escaping @Sendable (RunStatus.ReportedProblem) -> Void
    ) {
        (self.clock, self.report) = (clock, report)
    }

    /// Sets the hooks. Changed hooks continue their queues, and removed ones deliver their remaining events.
    package func update(_ hooks: [PlannedHook], redactor: Redactor) {
        state.withLock { state in
            guard !state.isFinished else { return }
            state.redactor = redactor
            var old = Dictionary(state.entries.map { ($0.name, $0.entry) }) { first, _ in first }
            state.entries = hooks.map { hook in
                if let entry = old.removeValue(forKey: hook.name) {
                    entry.queue.update(hook, delivery(hook))
                    return (hook.name, entry)
                }
                let queue = HookQueue(hook, delivery(hook), clock: clock) { [weak self] in self?.reported($0) }
                return (hook.name, Entry(queue: queue, task: Task.detached { await queue.run() }))
            }
            state.retired.removeAll { $0.queue.waiting == 0 }
            for entry in old.values {
                entry.queue.close()
                state.retired.append(entry)
            }
        }
    }

    /// Sends the events of a pipeline that has not started, until the end of its run.
    package func follow(_ pipeline: Pipeline) -> Task<Void, Never> {
        let events = pipeline.events
        pipeline.readHooks { [weak self] in self?.figures ?? [] }
        // Identifies the run in the identifiers of its events.
        let run = UUID().uuidString.lowercased()
        return Task.detached { [self] in
            var reader = HookEventReader()
            var number = 0
            for await event in events where hasHooks {
                let found = reader.events(for: event, plan: pipeline.currentPlan, at: clock.now) { pipeline.status }
                for (kind, data) in found {
                    number += 1
                    send(kind, data, of: pipeline.plan.name, run, number)
                }
            }
        }
    }

    /// Sends the event of a run that could not start.
    package func reportFailedStart(of pipeline: String, because reason: String) {
        report(.pipelineFailed, ["code": .text("not-started"), "message": .text(reason)], of: pipeline)
    }

    /// Sends an event of the service that runs the pipeline.
    package func report(_ kind: HookEventKind, _ data: [String: HookEvent.Value], of pipeline: String) {
        send(kind, data, of: pipeline, UUID().uuidString.lowercased(), 1)
    }

    /// Waits until all calls are done, at most for 10 s. Later events are discarded.
    package func finish() async {
        let entries = state.withLock { state in
            state.isFinished = true
            return state.entries.map(\.entry) + state.retired
        }
        for entry in entries { entry.queue.close() }
        let limit = Task { [clock] in
            if (try? await clock.sleep(for: Self.drainTime)) != nil { for entry in entries { entry.task.cancel() } }
        }
        await withTaskCancellationHandler {
            for entry in entries { await entry.task.value }
        } onCancel: {
            for entry in entries { entry.task.cancel() }
        }
        limit.cancel()
    }

    /// The results of the hooks.
    package var figures: [RunStatus.HookStatus] {
        state.withLock { $0.entries }.map { name, entry in
            let counts = entry.queue.counts
            return RunStatus.HookStatus(
                name: name, delivered: counts.delivered, failed: counts.failed, dropped: counts.dropped,
                waiting: entry.queue.waiting)
        }
    }

    private var hasHooks: Bool { state.withLock { !$0.entries.isEmpty } }

    private func send(
        _ kind: HookEventKind, _ data: [String: HookEvent.Value], of pipeline: String, _ run: String, _ number: Int
    ) {
        let (queues, redactor) = state.withLock { ($0.isFinished ? [] : $0.entries.map(\.entry.queue), $0.redactor) }
        guard !queues.isEmpty else { return }
        let event = HookEvent(
            kind, run: run, number: number, pipeline: redactor.redacted(pipeline), at: clock.wallTime, data: data)
        for queue in queues { queue.append(event) }
    }

    private func delivery(_ hook: PlannedHook) -> any HookDelivery {
        hook.options.url.isEmpty
            ? CommandHookDelivery(options: hook.options)
            : HTTPHookDelivery(options: hook.options, engine: engine, clock: clock)
    }

    private func reported(_ problem: Problem) {
        let redactor = state.withLock { $0.redactor }
        report(
            RunStatus.ReportedProblem(
                stage: "hooks", severity: problem.severity, code: problem.code,
                message: redactor.redacted(problem.message), time: nil))
    }
}
