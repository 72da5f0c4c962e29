import Operations
public import PipelineRuntime
import Sluice
public import StageKit

/// An event of a service. Programs handle other cases by `default`: later versions may add some.
public enum StreamingServiceEvent: Sendable {
    /// An event of a pipeline's run.
    case run(pipeline: String, PipelineEvent)
    /// A pipeline has entered a state; the reason is empty if it is obvious.
    case state(pipeline: String, PipelineState, reason: String)
    /// Errors and warnings in a pipeline file, or in the folder and its service file if the pipeline is nil.
    case diagnostics(pipeline: String?, [Diagnostic])
    /// The service, or a pipeline, cannot work as configured, or restarts to apply a change.
    case problem(pipeline: String?, String)
    /// The number of events that were discarded because the program did not read them in time.
    case missed(Int)

    init(_ event: ServiceEvent) {
        self =
            switch event {
            case .pipeline(let name, let event): .run(pipeline: name, event)
            case .state(let name, let state, let reason, _):
                .state(pipeline: name, PipelineState(rawValue: state.name), reason: reason)
            case .diagnostics(let name, let diagnostics): .diagnostics(pipeline: name, diagnostics)
            case .notReloadable(let name, let reason):
                .problem(pipeline: name, "restarting to apply the changes: \(reason)")
            case .problem(let name, _, let text): .problem(pipeline: name, text)
            }
    }
}

extension StreamingServiceEvent: ObservedEvent {
    /// False: a service ends its events without a last one.
    package var isLast: Bool { false }
}
