import StageKit

extension YAMLFailure {
    /// Converts the failure to a diagnostic, with a hint for common mistakes.
    func diagnostic(in source: SourceText) -> Diagnostic {
        let location = mark.map { source.location(from: $0, to: $0) } ?? source.location(ofByte: byteOffset)
        if let mistake = IndentationMistake(self, at: location, in: source) {
            return Diagnostic(
                code: "bad-yaml", message: "bad YAML: \(mistake.message)", at: mistake.location, notes: mistake.notes)
        }
        if let value = unquotedValue(at: location, in: source) {
            return Diagnostic(
                code: "bad-yaml", message: "bad YAML: the value of '\(value.key)' contains ': ' and has no quotes",
                at: location,
                notes: ["write \(value.key): \"\(value.text)\"", "a nested mapping starts on a new line"])
        }
        var notes: [String] = []
        if let context, context.mark.line + 1 != location.line {
            notes.append("\(context.words), started in line \(context.mark.line + 1)")
        }
        if let advice = hint(at: location, in: source) { notes.append(advice) }
        return Diagnostic(code: "bad-yaml", message: "bad YAML: \(problem)", at: location, notes: notes)
    }

    /// Returns the value in a line `key: text: text`, and its key; nil for other failures.
    private func unquotedValue(at location: SourceLocation, in source: SourceText) -> (key: String, text: String)? {
        guard problem.contains("mapping values are not allowed") else { return nil }
        var line = String(String.UnicodeScalarView(source.line(location.line)))
        if let comment = line.ranges(of: " #").first { line = String(line[..<comment.lowerBound]) }
        guard let match = line.wholeMatch(of: /\s*(?:- )?([\w.-]+): +(\S.*: .*?|\S.*:)\s*/),
            !match.2.contains(where: { "\"'{}[]".contains($0) })
        else { return nil }
        return (String(match.1), String(match.2))
    }

    private func hint(at location: SourceLocation, in source: SourceText) -> String? {
        let line = source.line(location.line)
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
