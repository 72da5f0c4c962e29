import Media

/// Parses a stage's options from the entries of a pipeline file and collects all errors.
package struct OptionReader<Options: StageOptions> {
    let kind: String

    /// Creates a reader; `kind` names the owner of the options in messages.
    package init(kind: String) { self.kind = kind }

    /// Returns the options of the entries; errors are added to `diagnostics`.
    package func read(_ entries: [OptionNode.Entry], _ diagnostics: inout [Diagnostic]) -> Options {
        var options = Options()
        let fields = Options.fields
        for entry in entries {
            guard let field = fields.first(where: { $0.key == entry.key }) else {
                diagnostics.append(unknown(entry, among: OptionDescription.all(fields)))
                continue
            }
            do throws(OptionProblem) {
                try field.parse(entry.value, &options)
            } catch {
                for problem in error.all {
                    var diagnostic = Diagnostic(
                        code: problem.code.rawValue,
                        message: "option '\(entry.key)' of \(kind): \(problem.message)", at: problem.location,
                        notes: ["expected \(problem.expected)"])
                    diagnostic.isSecret = problem.isSecret || field.isSecret
                    diagnostics.append(diagnostic)
                }
            }
        }
        for field in fields where field.isRequired && !entries.contains(where: { $0.key == field.key }) {
            var diagnostic = Diagnostic(
                code: OptionProblem.Code.missingOption.rawValue, message: "\(kind) needs option '\(field.key)'",
                notes: ["add '\(field.key): …' under 'with': \(field.valueForm), \(field.help)"])
            diagnostic.missingOption = field.key
            diagnostics.append(diagnostic)
        }
        return options
    }

    private func unknown(_ entry: OptionNode.Entry, among options: [OptionDescription]) -> Diagnostic {
        let keys = options.map(\.key)
        let suggestion = SpellingSuggestion.closest(to: entry.key, among: keys).map { "did you mean '\($0)'?" }
        let all = keys.isEmpty ? "\(kind) has no options" : "\(kind) has: \(keys.joined(separator: ", "))"
        var diagnostic = Diagnostic(
            code: "unknown-option", message: "\(kind) has no option '\(entry.key)'", at: entry.keyLocation,
            notes: [suggestion ?? all])
        // The unknown key may be a misspelled secret, so its value must not be shown.
        diagnostic.isSecret = options.contains(where: \.isSecret)
        return diagnostic
    }
}
