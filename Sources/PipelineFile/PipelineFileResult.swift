package import PipelineRuntime
package import StageKit
import SystemFiles

/// The result of loading a pipeline file.
package struct PipelineFileResult: Sendable {
    /// The plan; nil when there is an error.
    package var plan: PipelinePlan?
    /// All errors and warnings, sorted by location.
    package var diagnostics: [Diagnostic]
    /// The contents of the file merged with the file that it extends, with its parameters; nil when it cannot be read.
    package var document: PipelineDocument?
    /// The contents of the files that were read, by path.
    package var sources: [String: SourceText]

    /// Masks the secrets of the file.
    package var redactor = Redactor()

    /// The diagnostics in the format of a compiler.
    package var text: String { DiagnosticPrinter.text(diagnostics, sources: sources, redactor: redactor) }

    /// Adds an error or a warning; an error removes the plan.
    package mutating func add(_ diagnostic: Diagnostic) {
        diagnostics.append(diagnostic)
        if diagnostic.severity == .error { plan = nil }
    }

    /// Creates a result with errors that were found before any file was read.
    package static func rejected(_ diagnostics: [Diagnostic]) -> PipelineFileResult {
        PipelineFileResult(plan: nil, diagnostics: diagnostics, document: nil, sources: [:])
    }
}
