import Media
import PipelineRuntime
import Sluice
import StageKit
import Synchronization
import SystemTime

/// Records the samples, segments and events of a run.
final class HistoryRecorder: Sendable {
    let pipeline: Pipeline
    private let events: PipelineEvents
    private let clock = SystemClock()
    private let start: Double
    private let history = Mutex(StatusHistory())

    init(_ pipeline: Pipeline) {
        self.pipeline = pipeline
        events = pipeline.events
        start = Double(clock.wallTime.milliseconds) / 1000
    }

    /// Records until the run ends or the task is cancelled.
    func follow() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.recordSamples() }
            for await event in events { record(event) }
            group.cancelAll()
        }
    }

    /// The samples from a number on, with the newest segments and events.
    func document(since number: Int) -> HistoryDocument {
        let copy = history.withLock { $0 }
        return HistoryDocument(copy, run: start, since: number)
    }

    private func recordSamples() async {
        repeat {
            let status = pipeline.status
            history.withLock { $0.record(status) }
        } while (try? await Task.sleep(for: StatusHistory.interval)) != nil
    }

    private func record(_ event: PipelineEvent) {
        let name = pipeline.plan.redactor.redacted(pipeline.plan.name)
        switch event {
        case .segmentPublished(let segment): history.withLock { $0.record(segment) }
        case .partPublished: break
        case .started: record("note", name, "started", "started")
        case .reloaded(let change): record("note", name, "reloaded", "reloaded: \(change)")
        case .missed(let count): record("note", name, "missed", "\(count) events were not recorded")
        case .ended(let status): record(status)
        case .sourceLost(let problem), .sourceReturned(let problem), .stageRestarted(let problem),
            .problem(let problem):
            record(problem.severity.rawValue, problem.stage, problem.code, problem.message)
        }
    }

    private func record(_ end: RunStatus) {
        guard let failure = end.failure else {
            return record("note", end.pipeline, "ended", "ended: \(end.phase.rawValue)")
        }
        record("error", failure.stage, failure.code, failure.message)
    }

    private func record(_ severity: String, _ stage: String, _ code: String, _ message: String) {
        // A reload may have added secrets.
        let text = pipeline.currentPlan.redactor.redacted(pipeline.plan.redactor.redacted(message))
        history.withLock { $0.record(severity: severity, stage: stage, code: code, text, at: clock.wallTime) }
    }
}
