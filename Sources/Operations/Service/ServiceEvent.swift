package import PipelineRuntime
package import StageKit

/// An event of a service. All events of a service and its pipelines pass through one handler.
package enum ServiceEvent: Sendable {
    /// An event of a pipeline's run.
    case pipeline(String, PipelineEvent)
    /// A pipeline has entered a state, such as `restarting`; the reason is empty if it is obvious.
    case state(String, SupervisorState, reason: String, restarts: Int)
    /// Errors and warnings in a pipeline file, or in a service file if the pipeline is nil.
    case diagnostics(String?, [Diagnostic])
    /// A change of a pipeline file was not applied to the run, which is restarted.
    case notReloadable(String, reason: String)
    /// The service, or a pipeline, cannot work as configured.
    case problem(String?, LogLevel, String)
}
