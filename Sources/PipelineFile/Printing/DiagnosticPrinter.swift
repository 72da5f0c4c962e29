package import StageKit

/// Formats diagnostics like a compiler.
package enum DiagnosticPrinter {
    /// Returns `file:line:column: error: message`, the source line, a marker below the location, and notes.
    ///
    /// `sources` contains the files by path. Secrets are masked.
    package static func text(
        _ diagnostics: [Diagnostic], sources: [String: SourceText] = [:], redactor: Redactor = Redactor()
    ) -> String {
        diagnostics.map { text($0, sources, redactor) }.joined()
    }

    /// Returns the number of errors and warnings, such as `2 errors, 1 warning`.
    package static func summary(_ diagnostics: [Diagnostic]) -> String {
        let errors = diagnostics.count { $0.severity == .error }
        let warnings = diagnostics.count - errors
        return [count(errors, "error"), count(warnings, "warning")].compactMap { $0 }.joined(separator: ", ")
    }

    private static func count(_ number: Int, _ word: String) -> String? {
        number == 0 ? nil : "\(number) \(word)\(number == 1 ? "" : "s")"
    }

    private static func text(
        _ diagnostic: Diagnostic, _ sources: [String: SourceText], _ redactor: Redactor
    ) -> String {
        func shown(_ text: String) -> String { DisplayText.printable(redactor.redacted(text)) }
        let message = "\(diagnostic.severity.rawValue): \(shown(diagnostic.message))\n"
        let notes = diagnostic.notes.map { "note: \(shown($0))\n" }.joined()
        guard let location = diagnostic.location else { return message + notes }
        let place = "\(DisplayText.printable(location.file)):\(location.line):\(location.column): "
        let line = sources[location.file].map { SecretLineMasker($0, redactor).line(of: diagnostic, at: location) }
        let excerpt = line.map { SourceExcerpt($0, at: location).text } ?? ""
        return place + message + excerpt + notes
    }
}
