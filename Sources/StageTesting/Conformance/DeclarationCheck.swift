import StageKit

/// Checks the declarations of a stage: its names and its options.
struct DeclarationCheck<Stage: StageKit.Stage> {
    typealias Violation = StageConformance.Violation
    /// The options supplied by the caller of the check.
    private let suppliedOptions: Stage.Options

    init(_ given: Stage.Options) { self.suppliedOptions = given }

    var violations: [Violation] { names + options }

    private var names: [Violation] {
        var violations: [Violation] = []
        let parts = Stage.kind.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count != 2 || !parts.allSatisfy({ $0.isHyphenatedWords }) {
            violations.append(Violation("kind", "'\(Stage.kind)' does not have the form family.name"))
        }
        if Stage.abstract.isEmpty || Stage.abstract.count > 150 || Stage.abstract.contains("\n") {
            violations.append(
                Violation("abstract", "\(Stage.kind) needs one sentence of at most 150 characters"))
        }
        return violations
    }

    /// Checks that the text forms of the default and of the supplied options are parsed as equal values.
    private var options: [Violation] {
        var violations: [Violation] = []
        var keys: Set<String> = []
        for field in Stage.Options.fields {
            if !field.key.isHyphenatedWords {
                violations.append(Violation("option-key", "'\(field.key)' is not lower case with hyphens"))
            }
            if !keys.insert(field.key).inserted {
                violations.append(Violation("option-key", "'\(field.key)' is declared twice"))
            }
            if field.help.isEmpty {
                violations.append(Violation("option-help", "'\(field.key)' has no help text"))
            }
            if let text = field.defaultText {
                violations += roundTrip(field, text, of: Stage.Options(), called: "the default")
            }
            if let text = field.text(suppliedOptions), text != field.defaultText {
                violations += roundTrip(field, text, of: suppliedOptions, called: "the supplied value")
            }
        }
        return violations
    }

    private func roundTrip(
        _ field: OptionField<Stage.Options>, _ text: String, of before: Stage.Options, called name: String
    ) -> [Violation] {
        var after = before
        do throws(OptionProblem) {
            try field.parse(OptionNode(reading: text), &after)
        } catch {
            return [
                Violation("option-round-trip", "\(name) of '\(field.key)', '\(text)', is invalid: \(error.message)")
            ]
        }
        let (left, right) = (reflected(before), reflected(after))
        // 400ms may be stored as 400/1000 or as 2/5: values with equal text are equal.
        let isWrittenAlike = Stage.Options.fields.allSatisfy { $0.text(before) == $0.text(after) }
        if left == right || isWrittenAlike && field.text(before) != nil { return [] }
        return [
            Violation(
                "option-round-trip",
                "\(name) of '\(field.key)', '\(text)', is parsed as another value: \(left) became \(right)")
        ]
    }
}

/// Returns the complete structure of a value as text, for comparisons.
func reflected<Value>(_ value: Value) -> String {
    var text = ""
    dump(value, to: &text)
    return text
}
