/// What a stage can be told: a plain structure whose fields are declared once.
///
/// The declaration yields parsing, defaults, checking and documentation.
public protocol StageOptions: Sendable {
    /// The defaults.
    init()
    /// All options, in the order in which they are documented.
    static var fields: [OptionField<Self>] { get }
}

/// For stages that have nothing to be told.
public struct NoOptions: StageOptions {
    /// No options.
    public init() {}
    public static var fields: [OptionField<NoOptions>] { [] }
}

/// One option of a stage: its key, what it means, and how it is read.
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
    /// Reads a value into the options.
    public let parse: @Sendable (OptionNode, inout Options) throws(OptionProblem) -> Void
}

extension OptionField where Options: StageOptions {
    /// An option with a default, taken from `Options()`.
    public static func option<Value: OptionValue>(
        _ key: String, _ path: any WritableKeyPath<Options, Value> & Sendable, _ help: String
    ) -> OptionField {
        OptionField(
            key: key, help: help, valueForm: Value.valueForm, defaultText: Options()[keyPath: path].optionText,
            isRequired: false, limits: Value.choices
        ) { node, options throws(OptionProblem) in options[keyPath: path] = try Value(option: node) }
    }

    /// An option with a default and a range.
    public static func option<Value: OptionValue & Comparable>(
        _ key: String, _ path: any WritableKeyPath<Options, Value> & Sendable, in range: ClosedRange<Value>,
        _ help: String
    ) -> OptionField where Value: Sendable {
        let limits = "\(range.lowerBound.optionText) to \(range.upperBound.optionText)"
        return OptionField(
            key: key, help: help, valueForm: Value.valueForm, defaultText: Options()[keyPath: path].optionText,
            isRequired: false, limits: limits
        ) { node, options throws(OptionProblem) in
            options[keyPath: path] = try ranged(node, range, limits)
        }
    }

    /// An option that may be left out.
    public static func option<Value: OptionValue>(
        _ key: String, _ path: any WritableKeyPath<Options, Value?> & Sendable, _ help: String
    ) -> OptionField {
        OptionField(
            key: key, help: help, valueForm: Value.valueForm, defaultText: Options()[keyPath: path]?.optionText,
            isRequired: false, limits: Value.choices
        ) { node, options throws(OptionProblem) in options[keyPath: path] = try Value(option: node) }
    }

    /// An option that may be left out, with a range.
    public static func option<Value: OptionValue & Comparable>(
        _ key: String, _ path: any WritableKeyPath<Options, Value?> & Sendable, in range: ClosedRange<Value>,
        _ help: String
    ) -> OptionField where Value: Sendable {
        let limits = "\(range.lowerBound.optionText) to \(range.upperBound.optionText)"
        return OptionField(
            key: key, help: help, valueForm: Value.valueForm, defaultText: Options()[keyPath: path]?.optionText,
            isRequired: false, limits: limits
        ) { node, options throws(OptionProblem) in
            options[keyPath: path] = try ranged(node, range, limits)
        }
    }

    /// An option that has to be given.
    public static func required<Value: OptionValue>(
        _ key: String, _ path: any WritableKeyPath<Options, Value> & Sendable, _ help: String
    ) -> OptionField {
        OptionField(
            key: key, help: help, valueForm: Value.valueForm, defaultText: nil, isRequired: true,
            limits: Value.choices
        ) { node, options throws(OptionProblem) in options[keyPath: path] = try Value(option: node) }
    }

    /// An option that has to be given, with a range.
    public static func required<Value: OptionValue & Comparable>(
        _ key: String, _ path: any WritableKeyPath<Options, Value> & Sendable, in range: ClosedRange<Value>,
        _ help: String
    ) -> OptionField where Value: Sendable {
        let limits = "\(range.lowerBound.optionText) to \(range.upperBound.optionText)"
        return OptionField(
            key: key, help: help, valueForm: Value.valueForm, defaultText: nil, isRequired: true, limits: limits
        ) { node, options throws(OptionProblem) in
            options[keyPath: path] = try ranged(node, range, limits)
        }
    }

    private static func ranged<Value: OptionValue & Comparable>(
        _ node: OptionNode, _ range: ClosedRange<Value>, _ limits: String
    ) throws(OptionProblem) -> Value {
        let value = try Value(option: node)
        guard range.contains(value) else {
            throw OptionProblem(.outOfRange, "'\(node.text)' is out of range", expected: limits, at: node)
        }
        return value
    }
}
