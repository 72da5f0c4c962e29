/// One option: its key, what it means, and how it is read and written.
public struct OptionField<Options>: Sendable {
    /// The key in pipeline files: lower case with hyphens.
    public let key: String
    /// What it means, in one sentence.
    public let help: String
    /// What a value looks like, such as `duration (6s, 500ms)`.
    public let valueForm: String
    /// The default as one would write it; nil when the option is required or empty by default.
    public let defaultText: String?
    /// Whether it has to be given.
    public let isRequired: Bool
    /// The limits or choices, in words; nil when there are none.
    public let limits: String?
    /// What the mappings have that its value is made of; empty where there are none.
    public let members: [OptionDescription]
    /// Whether its value is masked wherever it would be shown.
    public let isSecret: Bool
    /// Reads a value into the options.
    public let parse: @Sendable (OptionNode, inout Options) throws(OptionProblem) -> Void
    /// The value as one would write it; nil when it is empty.
    public let text: @Sendable (Options) -> String?

    init(
        key: String, help: String, valueForm: String, defaultText: String?, isRequired: Bool, limits: String?,
        members: [OptionDescription] = [], isSecret: Bool = false,
        text: @escaping @Sendable (Options) -> String? = { _ in nil },
        parse: @escaping @Sendable (OptionNode, inout Options) throws(OptionProblem) -> Void
    ) {
        (self.key, self.help, self.valueForm, self.defaultText) = (key, help, valueForm, defaultText)
        (self.isRequired, self.limits, self.members, self.isSecret) = (isRequired, limits, members, isSecret)
        (self.parse, self.text) = (parse, text)
    }
}

extension OptionField where Options: OptionGroup {
    /// An option with a default, taken from `Options()`.
    public static func option<Value: OptionValue>(
        _ key: String, _ path: any WritableKeyPath<Options, Value> & Sendable, _ help: String
    ) -> OptionField {
        field(key, Value.self, help, limits: Value.choices) {
            $0[keyPath: path].optionText
        } parse: { node, options throws(OptionProblem) in
            options[keyPath: path] = try Value(option: node)
        }
    }

    /// An option with a default and a range.
    public static func option<Value: OptionValue & Comparable>(
        _ key: String, _ path: any WritableKeyPath<Options, Value> & Sendable, in range: ClosedRange<Value>,
        _ help: String
    ) -> OptionField where Value: Sendable {
        field(key, Value.self, help, limits: text(range)) {
            $0[keyPath: path].optionText
        } parse: { node, options throws(OptionProblem) in
            options[keyPath: path] = try ranged(node, range)
        }
    }

    /// An option that may be left out.
    public static func option<Value: OptionValue>(
        _ key: String, _ path: any WritableKeyPath<Options, Value?> & Sendable, _ help: String
    ) -> OptionField {
        field(key, Value.self, help, limits: Value.choices) {
            $0[keyPath: path]?.optionText
        } parse: { node, options throws(OptionProblem) in
            options[keyPath: path] = try Value(option: node)
        }
    }

    /// An option that may be left out, with a range.
    public static func option<Value: OptionValue & Comparable>(
        _ key: String, _ path: any WritableKeyPath<Options, Value?> & Sendable, in range: ClosedRange<Value>,
        _ help: String
    ) -> OptionField where Value: Sendable {
        field(key, Value.self, help, limits: text(range)) {
            $0[keyPath: path]?.optionText
        } parse: { node, options throws(OptionProblem) in
            options[keyPath: path] = try ranged(node, range)
        }
    }

    /// An option that has to be given.
    public static func required<Value: OptionValue>(
        _ key: String, _ path: any WritableKeyPath<Options, Value> & Sendable, _ help: String
    ) -> OptionField {
        field(key, Value.self, help, isRequired: true, limits: Value.choices) {
            $0[keyPath: path].optionText
        } parse: { node, options throws(OptionProblem) in
            options[keyPath: path] = try Value(option: node)
        }
    }

    /// An option that has to be given, with a range.
    public static func required<Value: OptionValue & Comparable>(
        _ key: String, _ path: any WritableKeyPath<Options, Value> & Sendable, in range: ClosedRange<Value>,
        _ help: String
    ) -> OptionField where Value: Sendable {
        field(key, Value.self, help, isRequired: true, limits: text(range)) {
            $0[keyPath: path].optionText
        } parse: { node, options throws(OptionProblem) in
            options[keyPath: path] = try ranged(node, range)
        }
    }

    private static func field<Value: OptionValue>(
        _ key: String, _: Value.Type, _ help: String, isRequired: Bool = false, limits: String?,
        text: @escaping @Sendable (Options) -> String?,
        parse: @escaping @Sendable (OptionNode, inout Options) throws(OptionProblem) -> Void
    ) -> OptionField {
        OptionField(
            key: key, help: help, valueForm: Value.valueForm, defaultText: isRequired ? nil : text(Options()),
            isRequired: isRequired, limits: limits, members: Value.members, isSecret: Value.isSecret, text: text,
            parse: parse)
    }

    private static func text<Value: OptionValue>(_ range: ClosedRange<Value>) -> String {
        "\(range.lowerBound.optionText) to \(range.upperBound.optionText)"
    }

    private static func ranged<Value: OptionValue & Comparable>(
        _ node: OptionNode, _ range: ClosedRange<Value>
    ) throws(OptionProblem) -> Value {
        let value = try Value(option: node)
        guard range.contains(value) else {
            throw OptionProblem(.outOfRange, "'\(node.text)' is out of range", expected: text(range), at: node)
        }
        return value
    }
}
