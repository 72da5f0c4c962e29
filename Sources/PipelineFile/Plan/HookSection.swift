package import PipelineRuntime
package import StageKit

/// The hooks of a file that is not a pipeline file, such as a service file.
package struct HookSection: Sendable {
    package private(set) var hooks: [PlannedHook] = []
    /// The errors, with secrets masked.
    package private(set) var diagnostics: [Diagnostic] = []
    /// Masks the secrets of the hooks.
    package private(set) var redactor = Redactor()

    /// Creates a section without hooks.
    package init() {}

    /// Parses a mapping of names and hooks. There are no hooks if it has errors.
    package init(_ node: OptionNode) {
        var document = PipelineDocument()
        var reader = DocumentReader()
        reader.hooks(node, &document)
        var secrets = SecretOptionReader(StageCatalogue())
        document = secrets.apply(to: document)
        var found = reader.diagnostics + secrets.diagnostics
        hooks = HookPlanner.hooks(document.hooks, &found)
        redactor = Redactor(secrets.values)
        diagnostics = found.map { [redactor] diagnostic in
            var masked = diagnostic
            masked.message = redactor.redacted(diagnostic.message)
            masked.notes = diagnostic.notes.map(redactor.redacted)
            return masked
        }
        if diagnostics.contains(where: { $0.severity == .error }) { hooks = [] }
    }
}
