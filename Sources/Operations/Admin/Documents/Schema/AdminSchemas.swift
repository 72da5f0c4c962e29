import HLSRules
import PipelineFile

/// The schemas of the responses of the admin listener, by name.
enum AdminSchemas {
    static let all: JSONValue = .merged(
        [
            "text": text,
            "problem": object(
                [
                    "type": text, "title": text, "status": ["type": "integer"], "detail": text, "reasons": texts,
                    "errors": objects, "text": text,
                ], optional: ["reasons", "errors", "text"]),
            "health": object(["status": ["type": "string", "enum": ["live", "ready"]]]),
            "pipelines": object([
                "pipelines": [
                    "type": "array",
                    "items": object(
                        [
                            "name": text, "phase": text, "ready": flag, "state": text, "reason": text,
                            "restarts": ["type": "integer"], "failures": ["type": "integer"], "fileIsValid": flag,
                        ], optional: ["state", "reason", "restarts", "failures", "fileIsValid"]),
                ]
            ]),
            "log": object([
                "entries": [
                    "type": "array",
                    "items": object(
                        [
                            "id": ["type": "integer"], "severity": text, "code": text, "message": text, "stage": text,
                            "time": ["type": "number"],
                        ], optional: ["id", "stage", "time"]),
                ]
            ]),
            "phase": object(["phase": text]), "stages": object(["stages": texts]),
            "changes": object([
                "applied": flag, "unchanged": texts, "replaced": texts, "restarted": texts, "added": texts,
                "removed": texts, "rejections": objects, "warnings": objects, "summary": text,
            ]),
        ], documents)

    /// The schemas of documents with a separate type.
    private static let documents: JSONValue = [
        "status": StatusSchema.schema,
        "service": SchemaNode(of: ServiceStatus.self).json(at: "service"),
        "jobs": SchemaNode(of: JobList.self).json(at: "jobs"),
        "graph": SchemaNode(of: ConsoleGraph.self).json(at: "graph"),
        "history": SchemaNode(of: HistoryDocument.self).json(at: "history"),
        "report": SchemaNode(of: ReportDocument.self).json(at: "report"),
        "schema": object(["$schema": text, "$id": text, "title": text, "type": text, "properties": ["type": "object"]]),
        "openapi": object([
            "openapi": text, "info": object(["title": text, "version": text]), "paths": ["type": "object"],
            "components": ["type": "object"],
        ]),
    ]

    private static let text: JSONValue = ["type": "string"]
    private static let texts: JSONValue = ["type": "array", "items": ["type": "string"]]
    private static let flag: JSONValue = ["type": "boolean"]
    private static let objects: JSONValue = ["type": "array", "items": ["type": "object"]]

    /// Returns the schema of objects with these properties, and perhaps others of later versions.
    private static func object(_ properties: JSONValue, optional: Set<String> = []) -> JSONValue {
        let required = properties.members.map(\.key).filter { !optional.contains($0) }
        return ["type": "object", "properties": properties, "required": .strings(required)]
    }
}
