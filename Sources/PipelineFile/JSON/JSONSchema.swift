/// Building blocks of JSON Schemas (draft 2020-12).
package enum JSONSchema {
    /// Returns a schema document: the dialect, a title and the rest.
    package static func document(_ title: String, _ schema: JSONValue) -> JSONValue {
        .merged(["$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title)], schema)
    }

    /// Returns the schema of objects with exactly these properties; those in `optional` may be absent.
    package static func object(_ properties: JSONValue, optional: Set<String> = []) -> JSONValue {
        let required = properties.members.map(\.key).filter { !optional.contains($0) }
        return [
            "type": "object", "additionalProperties": false, "required": .array(required.map { .string($0) }),
            "properties": properties,
        ]
    }

    /// Returns the schema of objects whose properties all have the same schema.
    package static func dictionary(of value: JSONValue) -> JSONValue {
        ["type": "object", "additionalProperties": value]
    }

    /// Returns the schema of arrays.
    package static func array(of item: JSONValue) -> JSONValue { ["type": "array", "items": item] }

    /// Returns the schema of a type of JSON, such as `string`.
    package static func type(_ name: String, _ description: String) -> JSONValue {
        ["type": .string(name), "description": .string(description)]
    }

    /// Returns the schema of one of several words.
    package static func choice(_ words: [String], _ description: String) -> JSONValue {
        ["enum": .array(words.map { .string($0) }), "description": .string(description)]
    }

    /// Returns a reference to a definition of the same document.
    static func reference(_ name: String) -> JSONValue { ["$ref": "#/$defs/\(name)"] }
}
