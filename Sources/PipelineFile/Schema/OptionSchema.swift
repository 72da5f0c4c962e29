import Media
import StageKit

/// Generates the JSON Schema of options from their declarations.
enum OptionSchema {
    /// Returns the schema of a stage's options. They may be absent if all of them have defaults.
    static func options(_ options: [OptionDescription]) -> JSONValue {
        mapping(options, type: options.contains(where: \.isRequired) ? "object" : ["object", "null"])
    }

    private static func mapping(_ options: [OptionDescription], type: JSONValue = "object") -> JSONValue {
        let properties = options.map { JSONValue.Member(key: $0.key, value: property($0)) }
        var schema: JSONValue = ["type": type, "additionalProperties": false, "properties": .object(properties)]
        let required = options.filter(\.isRequired)
        let plain = required.filter { !$0.isSecret }.map { JSONValue.string($0.key) }
        if !plain.isEmpty { schema = .merged(schema, ["required": .array(plain)]) }
        let secrets = required.filter(\.isSecret).map { secret -> JSONValue in
            let keys = [secret.key, secret.key + OptionDescription.secretFileSuffix]
            return ["anyOf": .array(keys.map { ["required": [.string($0)]] })]
        }
        return secrets.isEmpty ? schema : .merged(schema, ["allOf": .array(secrets)])
    }

    /// Returns the schema of an option's value with its documentation.
    private static func property(_ option: OptionDescription) -> JSONValue {
        let form = option.valueForm == "choice" ? nil : option.valueForm
        let facts = [form, option.limits.map { option.valueForm == "choice" ? "One of \($0)" : $0 }]
            .compactMap { $0 }.joined(separator: ", ")
        let words = [option.help, facts].filter { !$0.isEmpty }.map(sentence).joined(separator: " ")
        var schema: JSONValue = ["description": .string(words)]
        if let standard = option.defaultNode { schema = .merged(schema, ["default": value(standard, option.shape)]) }
        return .merged(schema, value(option.shape))
    }

    /// Returns the schema of values of a shape. A parameter may stand for every scalar.
    private static func value(_ shape: OptionShape) -> JSONValue {
        switch shape.form {
        case .text: JSONSchema.reference("text")
        case .mapping(let members): mapping(members)
        case .list(let element):
            [
                "anyOf": [value(element), ["type": "array", "items": value(element)]]
            ]
        case .either(let shapes): ["anyOf": .array(shapes.flatMap(alternatives) + [JSONSchema.reference("parameter")])]
        default: ["anyOf": .array(alternatives(shape) + [JSONSchema.reference("parameter")])]
        }
    }

    private static func alternatives(_ shape: OptionShape) -> [JSONValue] {
        switch shape.form {
        case .boolean: [["enum": [true, false, "true", "false"]]]
        case .integer(let range):
            [
                .merged(["type": "integer"], limits(range?.lowerBound, range?.upperBound, JSONValue.integer)),
                ["type": "string", "pattern": "^[+-]?[0-9]+$"],
            ]
        case .number(let range):
            [
                .merged(["type": "number"], limits(range?.lowerBound ?? 0, range?.upperBound, number)),
                ["type": "string", "pattern": #"^[0-9]+(\.[0-9]{1,9})?$"#],
            ]
        case .choice(let words): [["enum": .array(words.flatMap(spellings))]]
        case .pattern(let expression): [["type": "string", "pattern": .string(expression)]]
        case .either(let shapes): shapes.flatMap(alternatives)
        case .text, .list, .mapping: [value(shape)]
        }
    }

    /// Returns the values that YAML readers create from an unquoted word: text, or a number.
    private static func spellings(of word: String) -> [JSONValue] {
        [.string(word)] + (Int(word).map { [.integer($0)] } ?? [])
    }

    private static func limits<Bound>(
        _ lower: Bound?, _ upper: Bound?, _ value: (Bound) -> JSONValue
    ) -> JSONValue {
        let bounds = [("minimum", lower), ("maximum", upper)]
        return .object(bounds.compactMap { key, bound in bound.map { .init(key: key, value: value($0)) } })
    }

    private static func number(_ value: Double) -> JSONValue {
        Int(exactly: value).map(JSONValue.integer) ?? .number(value)
    }

    /// Returns a default in the type that a YAML reader gives it.
    private static func value(_ node: OptionNode, _ shape: OptionShape) -> JSONValue {
        switch node.content {
        case .list(let items):
            let element: OptionShape = if case .list(let element) = shape.form { element } else { .text }
            return .array(items.map { value($0, element) })
        case .mapping(let entries):
            let members: [OptionDescription] = if case .mapping(let members) = shape.form { members } else { [] }
            return .object(
                entries.map { entry in
                    let member = members.first { $0.key == entry.key }
                    return .init(key: entry.key, value: value(entry.value, member?.shape ?? .text))
                })
        case .scalar(let text, _): return scalar(text, shape)
        }
    }

    private static func scalar(_ text: String, _ shape: OptionShape) -> JSONValue {
        switch shape.form {
        case .boolean: .boolean(text == "true")
        case .integer: Int(text).map(JSONValue.integer) ?? .string(text)
        case .number: Double(text).map(number) ?? .string(text)
        case .either(let shapes): shapes.map { scalar(text, $0) }.first { $0 != .string(text) } ?? .string(text)
        case .text, .choice, .pattern, .list, .mapping: .string(text)
        }
    }

    /// Returns the text as a sentence: with a capital letter and a full stop.
    static func sentence(_ text: String) -> String {
        guard let last = text.last else { return "" }
        return text.prefix(1).uppercased() + text.dropFirst() + (".!?".contains(last) ? "" : ".")
    }
}
