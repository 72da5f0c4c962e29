package import PipelineRuntime
package import StageKit

/// The end of a run in one line, and how to play its result.
package struct RunSummary: Sendable {
    /// The result with its figures, or the error that ended the run.
    package var message: String
    /// The stage that failed; nil when the run succeeded or no single stage failed.
    package var stage: String?
    /// The fields for the log.
    package var fields: [LogField]
    /// How to play the result; nil after a failure, and when nothing can be played.
    package var hint: String?

    /// Describes the last status of a run. `location` is the failed stage in the pipeline file.
    package init(_ status: RunStatus, outputs: RunOutputs = RunOutputs(), at location: SourceLocation? = nil) {
        let figures = RunFigures(status)
        fields = [LogField(.phase, status.phase.rawValue)] + figures.fields
        guard status.succeeded else {
            (stage, message) = (status.failure?.stage, Self.failure(status))
            if let failure = status.failure {
                fields += [LogField(.code, failure.code), LogField(.kind, failure.kind)]
                if let location {
                    fields += [LogField(.file, location.file), LogField(.line, location.line)]
                    fields.append(LogField(.column, location.column))
                }
            }
            return
        }
        if status.problems.contains(where: { $0.code == ProblemCode.stoppedBeforeMedia }) {
            message = "done: stopped before the first media, nothing to play"
            return
        }
        let all = outputs.all
        if !all.isEmpty { fields.append(LogField(.outputs, all.joined(separator: " "))) }
        message = "done: " + ((all.first.map { [$0] } ?? []) + figures.texts).joined(separator: ", ")
        hint = outputs.hint
    }

    private static func failure(_ status: RunStatus) -> String {
        let stuck = status.stuckStages.joined(separator: ", ")
        if let failure = status.failure {
            return failure.message + (stuck.isEmpty ? "" : "; stages that did not end: \(stuck)")
        }
        if !stuck.isEmpty { return "failed: stages did not end within the grace period: \(stuck)" }
        if status.phase == .aborted { return "failed: aborted; the output is incomplete" }
        return "failed: the output is incorrect or incomplete; the errors above name the stages"
    }
}
