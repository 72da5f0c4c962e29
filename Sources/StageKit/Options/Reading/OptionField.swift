/// The declaration of an option: key, documentation, parsing and formatting.
public struct OptionField<Options>: Sendable {
    /// The key in pipeline files: lower case with hyphens.
    public let key: String
    /// The documentation, in one sentence.
    public let help: String
    /// The form of a value, such as `duration (6s, 500ms)`.
    public let valueForm: String
    /// The default in the syntax of pipeline files; nil when the option is required or empty by default.
    public let defaultText: String?
    /// Whether the option is required.
    public let isRequired: Bool
    /// The range or the choices as text; nil when there is no restriction.
    public let limits: String?
    /// The form of a value for the JSON Schema of pipeline files.
    public let shape: OptionShape
    /// The default as a pipeline file contains it; nil when the option is required or empty by default.
    let defaultNode: OptionNode?
    /// The keys of the option's mappings; empty for values without mappings.
    public let members: [OptionDescription]
    /// Whether the value is masked in all output.
    public let isSecret: Bool
    /// Parses a value and stores it in the options.
    public let parse: @Sendable (OptionNode, inout Options) throws(OptionProblem) -> Void
    /// Formats the value in the syntax of pipeline files; nil when it is empty.
    public let text: @Sendable (Options) -> String?
    /// The value as a pipeline file contains it; nil when it is empty.
    let node: @Sendable (Options) -> OptionNode?

    init(
        key: String, help: String, valueForm: String, defaultText: String?, isRequired: Bool, limits: String?,
        shape: OptionShape = .text, defaultNode: OptionNode? = nil, members: [OptionDescription] = [],
        isSecret: Bool = false,
        text: @escaping @Sendable (Options) -> String? = { _ in nil },
        node: @escaping @Sendable (Options) -> OptionNode? = { _ in nil },
        parse: @escaping @Sendable (OptionNode, inout Options) throws(OptionProblem) -> Void
    ) {
        (self.key, self.help, self.valueForm, self.defaultText) = (key, help, valueForm, defaultText)
        (self.isRequired, self.limits, self.members, self.isSecret) = (isRequired, limits, members, isSecret)
        (self.shape, self.defaultNode) = (shape, defaultNode)
        (self.parse, self.text, self.node) = (parse, text, node)
    }
}

extension OptionField where Options: OptionGroup {
    /// Declares an option whose default is the value in `Options()`.
    public static func option<Value: OptionValue>(
        _ key: String, _ path: any WritableKeyPath<Options, Value> & Sendable, _ help: String
    ) -> OptionField {
        field(key, Value.self, help, limits: Value.choices) {
            $0[keyPath: path]
        } parse: { node, options throws(OptionProblem) in
            options[keyPath: path] = try Value(option: node)
        }
    }

    /// Declares an option with a default and a range.
    public static func option<Value: OptionValue & Comparable>(
        _ key: String, _ path: any WritableKeyPath<Options, Value> & Sendable, in range: ClosedRange<Value>,
        _ help: String
    ) -> OptionField where Value: Sendable {
        field(key, Value.self, help, limits: text(range), shape: Value.shape.limited(to: range)) {
            $0[keyPath: path]
        } parse: { node, options throws(OptionProblem) in
            options[keyPath: path] = try ranged(node, range)
        }
    }

    /// Declares an option that may be omitted and has no default.
    public static func option<Value: OptionValue>(
        _ key: String, _ path: any WritableKeyPath<Options, Value?> & Sendable, _ help: String
    ) -> OptionField {
        field(key, Value.self, help, limits: Value.choices) {
            $0[keyPath: path]
        } parse: { node, options throws(OptionProblem) in
            options[keyPath: path] = try Value(option: node)
        }
    }

    /// Declares an option with a range that may be omitted and has no default.
    public static func option<Value: OptionValue & Comparable>(
        _ key: String, _ path: any WritableKeyPath<Options, Value?> & Sendable, in range: ClosedRange<Value>,
        _ help: String
    ) -> OptionField where Value: Sendable {
        field(key, Value.self, help, limits: text(range), shape: Value.shape.limited(to: range)) {
            $0[keyPath: path]
        } parse: { node, options throws(OptionProblem) in
            options[keyPath: path] = try ranged(node, range)
        }
    }

    /// Declares a required option.
    public static func required<Value: OptionValue>(
        _ key: String, _ path: any WritableKeyPath<Options, Value> & Sendable, _ help: String
    ) -> OptionField {
        field(key, Value.self, help, isRequired: true, limits: Value.choices) {
            $0[keyPath: path]
        } parse: { node, options throws(OptionProblem) in
            options[keyPath: path] = try Value(option: node)
        }
    }

    /// Declares a required option with a range.
    public static func required<Value: OptionValue & Comparable>(
        _ key: String, _ path: any WritableKeyPath<Options, Value> & Sendable, in range: ClosedRange<Value>,
        _ help: String
    ) -> OptionField where Value: Sendable {
        field(key, Value.self, help, isRequired: true, limits: text(range), shape: Value.shape.limited(to: range)) {
            $0[keyPath: path]
        } parse: { node, options throws(OptionProblem) in
            options[keyPath: path] = try ranged(node, range)
        }
    }

    private static func field<Value: OptionValue>(
        _ key: String, _: Value.Type, _ help: String, isRequired: Bool = false, limits: String?,
        shape: OptionShape = Value.shape,
        value: @escaping @Sendable (Options) -> Value?,
        parse: @escaping @Sendable (OptionNode, inout Options) throws(OptionProblem) -> Void
    ) -> OptionField {
        let standard = isRequired ? nil : value(Options())
        return OptionField(
            key: key, help: help, valueForm: Value.valueForm, defaultText: standard?.optionText,
            isRequired: isRequired, limits: limits, shape: shape, defaultNode: standard?.optionNode,
            members: Value.members, isSecret: Value.isSecret, text: { value($0)?.optionText },
            node: { value($0)?.optionNode }, parse: parse)
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

    /// Declares the options of a group that is a part of these options, with the same keys.
    package static func group<Group: OptionGroup>(
        _ path: any WritableKeyPath<Options, Group> & Sendable
    ) -> [OptionField] {
        Group.fields.map { field in
            OptionField(
                key: field.key, help: field.help, valueForm: field.valueForm, defaultText: field.defaultText,
                isRequired: field.isRequired, limits: field.limits, shape: field.shape,
                defaultNode: field.defaultNode, members: field.members, isSecret: field.isSecret,
                text: { field.text($0[keyPath: path]) }, node: { field.node($0[keyPath: path]) }
            ) { node, options throws(OptionProblem) in
                try field.parse(node, &options[keyPath: path])
            }
        }
    }
}
