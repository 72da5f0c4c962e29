package import PipelineRuntime

/// An event of a service. All events of a service and its pipelines pass through one handler.
package enum ServiceEvent: Sendable {
    /// An event of a pipeline's run.
    case pipeline(String, PipelineEvent)
    /// A pipeline has entered a state, such as `restarting`; the reason is empty if it is obvious.
    case state(String, SupervisorState, reason: String)
    /// A pipeline file is invalid; the text contains the diagnostics with the lines of the file.
    case invalid(String, diagnostics: String)
    /// A change of a pipeline file was not applied to the run, which is restarted.
    case notReloadable(String, reason: String)
    /// A folder or a service file has errors.
    case problem(String)

    /// The pipeline; nil for events of the service.
    package var pipeline: String? {
        switch self {
        case .pipeline(let name, _), .state(let name, _, _), .invalid(let name, _), .notReloadable(let name, _): name
        case .problem: nil
        }
    }
}
