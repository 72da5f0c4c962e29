import PipelineFile
import PipelineRuntime

/// The JSON Schema of the status.
enum StatusSchema {
    /// The path of the schema below the listener.
    static let path = "/schema/status.json"

    /// The schema as a document of its own.
    static let document = JSONSchema.document(
        "Status of a Sluice pipeline", .merged(["$id": .string(path)], schema))

    /// The schema as part of another document: the properties of `RunStatus`, and those that `StatusDocument` adds.
    static let schema: JSONValue = {
        var node = SchemaNode(of: RunStatus.self)
        node.properties["$schema"] = SchemaNode(type: "string")
        node.properties["succeeded"] = SchemaNode(type: "boolean")
        return node.json(at: "")
    }()

    /// The descriptions of properties that their names do not explain, by path.
    static let descriptions: [String: String] = [
        ".ending": "ready, running, stopping, finished, stopped, failed or aborted.",
        ".wallSeconds": "Time since the run started.",
        ".processorSeconds": "Processor time of the process.",
        ".problems": "The first 1000 problems.",
        ".unlistedProblems": "Number of problems beyond those in 'problems'.",
        ".stuckStages": "Stages that did not end within the grace period.",
        ".hasErrorProblem": "Whether a stage reported an error.",
        ".succeeded": "Whether nothing has failed.",
        ".stages[].received": "Payloads received.",
        ".stages[].sent": "Payloads sent.",
        ".stages[].headers": "Payloads sent that only describe media.",
        ".stages[].dropped": "Payloads dropped because the stages below were too slow.",
        ".stages[].queued": "Messages queued for the stage.",
        ".stages[].bytes": "Bytes sent; for sinks, received.",
        ".stages[].busySeconds": "Time in the stage's code; absent for sources.",
        ".stages[].position": "Media time sent.",
        ".stages[].measures": "Measurements of the stage by name.",
        ".links[].limits": "Limits of each track.",
        ".links[].highWater": "Highest fill level of a track.",
        ".links[].largestBatch": "Largest addition at once.",
        ".sources[].position": "Media time since the first payload.",
        ".sources[].duration": "Duration that the source declares.",
        ".renditions[].seconds": "Media duration of the published segments.",
        ".renditions[].age": "Time since the newest segment was published.",
        ".renditions[].lastSeconds": "Duration of the newest segment.",
    ]
}
