import StageKit

extension YAMLFailure {
    /// Converts the failure to a diagnostic, with a hint for common mistakes.
    func diagnostic(in source: SourceText) -> Diagnostic {
        let location = mark.map { source.location(from: $0, to: $0) } ?? source.location(ofByte: byteOffset)
        var notes: [String] = []
        if let context, context.mark.line + 1 != location.line {
            notes.append("\(context.words), started in line \(context.mark.line + 1)")
        }
        if let advice = hint(at: location, in: source) { notes.append(advice) }
        return Diagnostic(code: "bad-yaml", message: "bad YAML: \(problem)", at: location, notes: notes)
    }

    private func hint(at location: SourceLocation, in source: SourceText) -> String? {
        let line = source.line(location.line)
        let place = location.column - 1
        if line.indices.contains(place), line[place] == "\t" { return "indent with spaces, not with tabs" }
        if problem.contains("mapping values are not allowed") {
            return "text that contains ': ' needs quotes; a nested mapping starts on a new line"
        }
        let isFlow = context?.words.contains("flow") ?? false
        let first = source.line((context?.mark.line ?? 0) + 1)
        if isFlow, [line, first].contains(where: { $0.contains("$") }) {
            return "inside { } and [ ] a parameter needs quotes: \"${name}\""
        }
        return nil
    }
}
