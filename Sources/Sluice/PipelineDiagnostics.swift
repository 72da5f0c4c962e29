package import PipelineFile
public import StageKit

/// The errors and warnings about a pipeline description.
public struct PipelineDiagnostics: Sendable {
    /// All errors and warnings, sorted by location, with secrets masked. `notes` of a diagnostic contain
    /// hints for a correction.
    public let all: [Diagnostic]
    /// The diagnostics in the format of a compiler, with the lines of the file; secrets are masked.
    public let text: String
    /// Masks the secrets of the file in messages and notes.
    package let redactor: Redactor

    /// The diagnostics with the severity `error`.
    public var errors: [Diagnostic] { all.filter { $0.severity == .error } }
    /// The diagnostics with the severity `warning`.
    public var warnings: [Diagnostic] { all.filter { $0.severity == .warning } }

    package init(_ result: PipelineFileResult) {
        all = result.diagnostics.map { $0.masked(by: result.redactor) }
        text = result.text
        redactor = result.redactor
    }

    package init(_ diagnostics: [Diagnostic]) {
        all = diagnostics
        text = DiagnosticPrinter.text(diagnostics)
        redactor = Redactor()
    }
}
