import PipelineFile
import PipelineRuntime

/// The JSON Schema of the status.
enum StatusSchema {
    /// The path of the schema below the listener.
    static let path = "/schema/status.json"

    /// The schema as a separate document.
    static let document = JSONSchema.document(
        "Status of a Sluice pipeline", .merged(["$id": .string(path)], schema))

    /// The schema as part of another document: the properties of `RunStatus`, and the properties that `StatusDocument`
    /// adds.
    static let schema: JSONValue = {
        var node = SchemaNode(of: RunStatus.self)
        node.properties["$schema"] = SchemaNode(type: "string")
        node.properties["succeeded"] = SchemaNode(type: "boolean")
        return node.json(at: "")
    }()
}
