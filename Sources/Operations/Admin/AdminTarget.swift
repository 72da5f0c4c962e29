package import PipelineFile
package import PipelineRuntime
package import Sluice
package import StageKit

/// A pipeline as the admin listener shows and controls it.
package struct AdminTarget: Sendable {
    /// The name of the pipeline, with secrets masked.
    package var name: String
    package var status: @Sendable () -> RunStatus
    package var graph: @Sendable () -> PipelineGraph
    /// Returns the events from now on.
    package var events: @Sendable () -> PipelineEvents
    /// Stops the run, with this effect on its live playlists; nil for the default of the process. Returns when the stop
    /// was requested.
    package var stop: @Sendable (StopMode?) async -> Void
    /// Starts the pipeline; nil outside a service.
    package var start: (@Sendable () async -> Void)?
    /// Stops the run and starts it again, or starts a pipeline that does not run; nil outside a service.
    package var restart: (@Sendable () async -> Void)?
    /// The state in a service; nil outside a service.
    package var supervision: RunStatus.Supervision?
    /// The name of this state, such as `waiting`.
    package var state: String? { supervision?.state }
    /// Requests a keyframe from all encoders. Returns the names of the stages that encode on request.
    package var requestKeyframes: @Sendable () -> [String]
    /// Loads the pipeline file again; nil if the pipeline has none.
    package var load: (@Sendable () throws(PipelineError) -> Pipeline)?
    /// Applies a loaded pipeline; nil if the pipeline has no file.
    package var reload: (@Sendable (Pipeline) async throws(PipelineError) -> PlanDifference)?
    /// Receives the reason why a reload was not applied.
    package var reloadFailed: @Sendable (PipelineError) -> Void = { _ in }
    /// Returns the difference between the running plan and a loaded pipeline.
    package var difference: @Sendable (Pipeline) -> PlanDifference
    /// The figures of the last hour.
    let history: RunHistory
    /// Returns the last entries of the log, oldest first; at most the given number.
    package var log: @Sendable (Int) -> [JSONValue]

    /// Creates a target for a pipeline without a file. Its log consists of the problems in its status.
    ///
    /// Records the history of the pipeline from now on, unless `history` already does.
    package init(_ pipeline: Pipeline, history: RunHistory? = nil) {
        self.history = history ?? RunHistory(of: pipeline)
        name = pipeline.plan.redactor.redacted(pipeline.plan.name)
        status = { pipeline.status }
        graph = { pipeline.graph }
        events = { pipeline.events }
        stop = { pipeline.stop($0) }
        requestKeyframes = { pipeline.requestKeyframes() }
        difference = { PlanDifference(from: pipeline.currentPlan, to: $0.plan) }
        log = { count in pipeline.status.problems.suffix(count).map(\.json) }
    }
}

extension RunStatus.ReportedProblem {
    /// The problem as a JSON object.
    var json: JSONValue {
        [
            "stage": .string(stage), "severity": .string(severity.rawValue), "code": .string(code),
            "message": .string(message),
        ]
    }
}
