/// The reason why a value is invalid for an option.
public struct OptionProblem: Error, Sendable, Hashable {
    /// The kind of error.
    public enum Code: String, Sendable, Hashable {
        case unknownOption = "unknown-option"
        case missingOption = "missing-option"
        case invalidOptions = "invalid-options"
        case wrongType = "wrong-type"
        case wrongUnit = "wrong-unit"
        case outOfRange = "out-of-range"
    }

    public var code: Code
    /// The error: lower case, without a full stop.
    public var message: String
    /// A description of valid values.
    public var expected: String
    public var location: SourceLocation?
    /// Whether the value may be a secret, so that messages must not show it.
    public var isSecret = false
    /// Further problems of the same value, each with its location.
    public var others: [OptionProblem] = []

    /// Creates a problem with the value at `node`.
    public init(_ code: Code, _ message: String, expected: String, at node: OptionNode) {
        self.code = code
        self.message = message
        self.expected = expected
        location = node.location
    }

    /// This problem and all others, in order.
    public var all: [OptionProblem] {
        var first = self
        first.others = []
        return [first] + others.flatMap(\.all)
    }

    /// Combines several problems into one; nil when there are none.
    static func joined(_ problems: [OptionProblem]) -> OptionProblem? {
        guard var first = problems.first else { return nil }
        first.others += problems.dropFirst()
        return first
    }

    /// Creates the problem of a value that is not one of the choices, with the choice that is probably meant.
    static func unknownChoice(_ text: String, among choices: [String], at node: OptionNode) -> OptionProblem {
        let close = ChoiceSuggestion.closest(to: text, among: choices).map { "; did you mean '\($0)'?" } ?? ""
        return OptionProblem(
            .outOfRange, "'\(text)' is not one of the choices\(close)", expected: choices.joined(separator: " | "),
            at: node)
    }

    /// Creates the problem of a value that does not have the form `valueForm`; the examples in parentheses go into the
    /// note.
    static func mismatch(_ node: OptionNode, with valueForm: String) -> OptionProblem {
        let form = valueForm.prefix { $0 != "(" }.split(separator: " ").joined(separator: " ")
        return OptionProblem(.wrongType, "'\(node.text)' is not a \(form)", expected: valueForm, at: node)
    }
}
