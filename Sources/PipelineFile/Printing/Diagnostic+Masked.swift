package import StageKit

extension Diagnostic {
    /// Returns the diagnostic with the secrets of a file masked in its message and notes.
    package func masked(by redactor: Redactor) -> Diagnostic {
        var masked = self
        masked.message = redactor.redacted(message)
        masked.notes = notes.map(redactor.redacted)
        return masked
    }
}
