/// A value of a pipeline file before it is parsed as a particular type.
public struct OptionNode: Sendable, Hashable {
    /// The content of a value.
    public indirect enum Content: Sendable, Hashable {
        /// Text; `isQuoted` is whether it is quoted in the file.
        case scalar(String, isQuoted: Bool)
        case list([OptionNode])
        case mapping([Entry])
    }

    /// A key of a mapping with its value.
    public struct Entry: Sendable, Hashable {
        public var key: String
        public var keyLocation: SourceLocation?
        public var value: OptionNode

        /// Creates an entry.
        public init(key: String, keyLocation: SourceLocation? = nil, value: OptionNode) {
            self.key = key
            self.keyLocation = keyLocation
            self.value = value
        }
    }

    public var content: Content
    public var location: SourceLocation?

    /// Creates a value with its location; nil for values that are not from a file.
    public init(_ content: Content, at location: SourceLocation? = nil) {
        self.content = content
        self.location = location
    }

    /// Creates a plain scalar without a location.
    public init(_ text: String) { self.init(.scalar(text, isQuoted: false)) }

    /// The value in single-line YAML.
    public var text: String {
        switch content {
        case .scalar(let text, _): text
        case .list(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{ " + entries.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ") + " }"
        }
    }
}

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

    /// Creates the problem of a value that does not have the form `valueForm`; the examples in parentheses go into the
    /// note.
    static func mismatch(_ node: OptionNode, with valueForm: String) -> OptionProblem {
        let form = valueForm.prefix { $0 != "(" }.split(separator: " ").joined(separator: " ")
        return OptionProblem(.wrongType, "'\(node.text)' is not a \(form)", expected: valueForm, at: node)
    }
}
