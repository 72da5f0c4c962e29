import PipelineFile

/// The shape of a decodable type, as JSON Schema.
struct SchemaNode: Sendable {
    /// `object`, `array`, `string` and so on; nil until it is known.
    var type: String?
    var properties: [String: SchemaNode] = [:]
    /// The properties that may be absent.
    var optional: Set<String> = []
    /// The shape of the elements of an array, or of the values of a dictionary.
    var element: [SchemaNode] = []
    /// Whether the value may be null.
    var isNullable = false
    /// The permitted values.
    var values: [String] = []

    init(type: String? = nil) { self.type = type }

    /// Finds the shape of a type: a decoder records which keys and types the type reads.
    init(of decodable: any Decodable.Type) {
        let recorder = SchemaRecorder()
        _ = try? decodable.init(from: SchemaDecoder(recorder: recorder))
        self = recorder.node
    }

    /// Returns the schema; `path` selects the descriptions.
    func json(at path: String) -> JSONValue {
        var schema: JSONValue = [:]
        if let type { schema["type"] = isNullable ? [.string(type), "null"] : .string(type) }
        if let text = SchemaDescriptions.texts[path] { schema["description"] = .string(text) }
        if !values.isEmpty { schema["enum"] = .strings(values) }
        if type == "array" { schema["items"] = element.first?.json(at: path + "[]") ?? [:] }
        if type == "object" {
            if let element = element.first { schema["additionalProperties"] = element.json(at: path + "{}") }
            if !properties.isEmpty {
                schema["properties"] = JSONValue(
                    sorted: Dictionary(uniqueKeysWithValues: properties.map { ($0, $1.json(at: "\(path).\($0)")) }))
                schema["required"] = .strings(properties.keys.filter { !optional.contains($0) }.sorted())
            }
        }
        return schema
    }
}
