package import Sluice

/// The history of a run: the figures of the last hour, the newest segments and the newest events.
///
/// Records from its creation until the run ends or the instance is released.
package final class RunHistory: Sendable {
    private let recorder: HistoryRecorder
    private let task: Task<Void, Never>

    /// Observes a pipeline, which need not run yet.
    package init(of pipeline: Pipeline) {
        let recorder = HistoryRecorder(pipeline)
        self.recorder = recorder
        task = Task { await recorder.follow() }
    }

    deinit { task.cancel() }

    /// Whether this is the history of a pipeline.
    func isOf(_ pipeline: Pipeline) -> Bool { recorder.pipeline === pipeline }

    /// Returns the samples from a number on, with the newest segments and events.
    func document(since number: Int) -> HistoryDocument { recorder.document(since: number) }
}
