import PipelineFile

/// The JSON output of a command, with its schema.
protocol OutputDocument: Encodable, SendableMetatype {
    /// The name for `sluice schema --of`.
    static var name: String { get }
    /// The JSON Schema (draft 2020-12).
    static var schema: JSONValue { get }
}

extension JSONSchema {
    static func string(_ description: String) -> JSONValue { type("string", description) }
    static func integer(_ description: String) -> JSONValue { type("integer", description) }
    static func number(_ description: String) -> JSONValue { type("number", description) }
    static func boolean(_ description: String) -> JSONValue { type("boolean", description) }
    static func strings(_ description: String) -> JSONValue {
        ["type": "array", "items": ["type": "string"], "description": .string(description)]
    }

    /// The version of a document's format; it changes if a property changes its meaning or is removed.
    static var version: JSONValue { ["const": 1, "description": "Version of this format."] }
}
