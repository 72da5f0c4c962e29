/// A value as it stands in a pipeline file, before it is given a type.
public struct OptionNode: Sendable, Hashable {
    /// What a value is made of.
    public indirect enum Content: Sendable, Hashable {
        /// Text; quoted when the file has it in quotes.
        case scalar(String, isQuoted: Bool)
        case list([OptionNode])
        case mapping([Entry])
    }

    /// One key of a mapping and its value.
    public struct Entry: Sendable, Hashable {
        public var key: String
        public var keyLocation: SourceLocation?
        public var value: OptionNode

        /// An entry.
        public init(key: String, keyLocation: SourceLocation? = nil, value: OptionNode) {
            self.key = key
            self.keyLocation = keyLocation
            self.value = value
        }
    }

    public var content: Content
    public var location: SourceLocation?

    /// A value at a place.
    public init(_ content: Content, at location: SourceLocation? = nil) {
        self.content = content
        self.location = location
    }

    /// A plain scalar, as code and tests write it.
    public init(_ text: String) { self.init(.scalar(text, isQuoted: false)) }

    /// The value as one would write it on a line.
    public var text: String {
        switch content {
        case .scalar(let text, _): text
        case .list(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{ " + entries.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ") + " }"
        }
    }
}

/// Why a value cannot be taken for an option.
public struct OptionProblem: Error, Sendable, Hashable {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable {
        case unknownOption = "unknown-option"
        case missingOption = "missing-option"
        case invalidOptions = "invalid-options"
        case wrongType = "wrong-type"
        case wrongUnit = "wrong-unit"
        case outOfRange = "out-of-range"
    }

    public var code: Code
    /// What is wrong: lower case, no full stop.
    public var message: String
    /// What would be right.
    public var expected: String
    public var location: SourceLocation?
    /// Whether the value may be a secret, so that no message shows it.
    public var isSecret = false
    /// What else is wrong with the same value, each where it stands.
    public var others: [OptionProblem] = []

    /// A problem with the value at `node`.
    public init(_ code: Code, _ message: String, expected: String, at node: OptionNode) {
        self.code = code
        self.message = message
        self.expected = expected
        location = node.location
    }

    /// This and the others, in order.
    public var all: [OptionProblem] {
        var first = self
        first.others = []
        return [first] + others.flatMap(\.all)
    }

    /// Several problems as one; nil when there are none.
    static func joined(_ problems: [OptionProblem]) -> OptionProblem? {
        guard var first = problems.first else { return nil }
        first.others += problems.dropFirst()
        return first
    }

    /// A value that is not what `valueForm` says; the examples in brackets stay for the note.
    static func mismatch(_ node: OptionNode, with valueForm: String) -> OptionProblem {
        let form = valueForm.prefix { $0 != "(" }.split(separator: " ").joined(separator: " ")
        return OptionProblem(.wrongType, "'\(node.text)' is not a \(form)", expected: valueForm, at: node)
    }
}
