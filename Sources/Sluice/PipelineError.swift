public import PipelineRuntime

/// An error of a pipeline inside a program.
public enum PipelineError: Error {
    /// The description has errors; nothing was started.
    case invalid(PipelineDiagnostics)
    /// The run cannot switch to the new description, and continues unchanged.
    case notReloadable(PipelineDiagnostics)
    /// The pipeline was run before.
    case alreadyStarted
    /// A stage failed, or reported that its output is incorrect or incomplete.
    case failed(RunStatus)
    /// The run was ended by ``Pipeline/cancel()``.
    case cancelled(RunStatus)
}

extension PipelineError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .invalid(let diagnostics), .notReloadable(let diagnostics): diagnostics.text
        case .alreadyStarted: "a pipeline can only run once; create another one"
        case .failed(let status): Self.text(status)
        case .cancelled: "the run was cancelled"
        }
    }

    private static func text(_ status: RunStatus) -> String {
        if let failure = status.failure { return "\(failure.stage) (\(failure.kind)): \(failure.message)" }
        if let problem = status.problems.first(where: { $0.severity == .error }) {
            return "\(problem.stage): \(problem.message)"
        }
        return "stages did not end: \(status.stuckStages.joined(separator: ", "))"
    }
}
