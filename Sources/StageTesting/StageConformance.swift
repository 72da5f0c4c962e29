public import StageKit

/// What every stage has to keep to, checked from outside: the first test of whoever writes one.
public enum StageConformance {
    /// A rule that a stage breaks.
    public struct Violation: Sendable, Hashable, CustomStringConvertible {
        /// The rule, such as `option-round-trip`.
        public let rule: String
        public let message: String
        public var description: String { "\(rule): \(message)" }
    }

    /// Checks a transform: its names, its options, that making one changes nothing, and an end without input.
    public static func check<Stage: Transform>(_ type: Stage.Type) -> [Violation] {
        var catalogue = StageCatalogue()
        catalogue.register(type)
        return checkNames(type) + checkOptions(type, in: catalogue) + checkMaking(type) + checkEmptyRun(type)
    }

    static func checkNames<Stage: StageKit.Stage>(_ type: Stage.Type) -> [Violation] {
        var violations: [Violation] = []
        let parts = type.kind.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count != 2 || !parts.allSatisfy({ isWord($0) }) {
            violations.append(Violation(rule: "kind", message: "'\(type.kind)' is not of the form family.name"))
        }
        if type.abstract.isEmpty || type.abstract.count > 150 || type.abstract.contains("\n") {
            violations.append(
                Violation(rule: "abstract", message: "\(type.kind) needs one sentence of at most 150 characters"))
        }
        return violations
    }

    /// What the reference prints as a default has to be readable as a value, and to mean the default again.
    static func checkOptions<Stage: StageKit.Stage>(_ type: Stage.Type, in catalogue: StageCatalogue) -> [Violation] {
        var violations: [Violation] = []
        var keys: Set<String> = []
        for field in type.Options.fields {
            if !isWord(field.key[...]) {
                violations.append(
                    Violation(rule: "option-key", message: "'\(field.key)' is not lower case with hyphens"))
            }
            if !keys.insert(field.key).inserted {
                violations.append(Violation(rule: "option-key", message: "'\(field.key)' is declared twice"))
            }
            if field.help.isEmpty {
                violations.append(Violation(rule: "option-help", message: "'\(field.key)' is not explained"))
            }
            violations += checkRoundTrip(field)
        }
        return violations
    }

    static func checkRoundTrip<Options: StageOptions>(_ field: OptionField<Options>) -> [Violation] {
        guard let text = field.defaultText else { return [] }
        var options = Options()
        do throws(OptionProblem) {
            try field.parse(node(text), &options)
        } catch {
            return [
                Violation(
                    rule: "option-round-trip",
                    message: "the default of '\(field.key)', '\(text)', cannot be read: \(error.message)")
            ]
        }
        let (before, after) = (reflect(Options()), reflect(options))
        if before == after { return [] }
        return [
            Violation(
                rule: "option-round-trip",
                message: "the default of '\(field.key)', '\(text)', reads as something else: \(before) became \(after)")
        ]
    }

    /// Two stages of the same options are the same, whatever was made in between.
    static func checkMaking<Stage: StageKit.Stage>(_ type: Stage.Type) -> [Violation] {
        if type.Options.fields.contains(where: \.isRequired) { return [] }
        do {
            let (first, second) = (try type.init(options: .init()), try type.init(options: .init()))
            if reflect(first) == reflect(second) { return [] }
            return [Violation(rule: "pure-init", message: "two stages of the same options differ")]
        } catch {
            return [Violation(rule: "default-options", message: "the defaults are refused: \(error)")]
        }
    }

    static func checkEmptyRun<Stage: Transform>(_ type: Stage.Type) -> [Violation] {
        if type.Options.fields.contains(where: \.isRequired) { return [] }
        guard var transform = try? Stage(options: .init()) else { return [] }
        var effects = Effects<Stage.Output>()
        do {
            try transform.finish(&effects)
        } catch let error as StageError where error.code == .noUsableTrack {
            // To need a track is a stage's right.
        } catch {
            return [Violation(rule: "empty-run", message: "finish without input throws: \(error)")]
        }
        return []
    }

    /// A default as the reader of pipeline files would hand it over.
    private static func node(_ text: String) -> OptionNode {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return OptionNode(text) }
        let items = text.dropFirst().dropLast().split(separator: ",").map { $0.drop { $0 == " " } }
        return OptionNode(.list(items.map { OptionNode(String($0)) }))
    }

    private static func isWord(_ text: Substring) -> Bool {
        guard let first = text.first, first.isLowercase, text.last != "-" else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    }

    private static func reflect<Value>(_ value: Value) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }
}
