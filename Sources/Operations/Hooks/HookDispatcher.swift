import Foundation
import HTTPClient
import Media
package import PipelineRuntime
package import Sluice
import StageKit
import SystemTime

/// Sends the events of a pipeline to the programs that its hooks name.
///
/// A view of `Pipeline.events`: neither a slow recipient nor many events delay the media.
package final class HookDispatcher: Sendable {
    /// The time for the remaining calls after the end of a run.
    private static let drainTime = Duration.seconds(10)

    private let pipeline: Pipeline
    private let events: PipelineEvents
    private let queues: [HookQueue]
    private let clock: any MediaClock
    /// Identifies the run in the identifiers of its events.
    private let run = UUID().uuidString.lowercased()

    /// Observes a pipeline that has not started; nil if it has no hooks. `report` receives problems of the hooks.
    package init?(
        _ pipeline: Pipeline, clock: any MediaClock = SystemClock(),
        report: @escaping @Sendable (RunStatus.ReportedProblem) -> Void
    ) {
        let hooks = pipeline.plan.hooks
        guard !hooks.isEmpty else { return nil }
        self.pipeline = pipeline
        self.clock = clock
        events = pipeline.events
        let engine = FetchEngine(connectionsPerHost: 4, connections: 16)
        let redactor = pipeline.plan.redactor
        queues = hooks.map { hook in
            let delivery: any HookDelivery =
                hook.options.url.isEmpty
                ? CommandHookDelivery(options: hook.options)
                : HTTPHookDelivery(options: hook.options, engine: engine, clock: clock)
            return HookQueue(hook, delivery, clock: clock) { problem in
                report(
                    RunStatus.ReportedProblem(
                        stage: "hooks", severity: problem.severity, code: problem.code,
                        message: redactor.redacted(problem.message), time: nil))
            }
        }
    }

    /// Sends events until the run has ended and all calls are done, at most 10 s later.
    package func run() async {
        await withTaskGroup(of: Bool.self) { group in
            for queue in queues {
                group.addTask {
                    await queue.run()
                    return true
                }
            }
            await readEvents()
            for queue in queues { queue.close() }
            group.addTask { [clock] in
                try? await clock.sleep(for: Self.drainTime)
                return false
            }
            var left = queues.count
            while left > 0, await group.next() == true { left -= 1 }
            group.cancelAll()
        }
    }

    /// The results of a hook; nil if there is none of this name.
    func counts(of hook: String) -> HookQueue.Counts? { queues.first { $0.hook.name == hook }?.counts }

    private func readEvents() async {
        var reader = HookEventReader()
        var number = 0
        for await event in events {
            let plan = pipeline.currentPlan
            let found = reader.events(for: event, plan: plan, at: clock.now) { pipeline.status }
            for (kind, data) in found {
                number += 1
                let event = HookEvent(
                    kind, run: run, number: number, pipeline: plan.redactor.redacted(plan.name), at: clock.wallTime,
                    data: data)
                for queue in queues { queue.append(event) }
            }
        }
    }
}
