import EncodingJobs
import PipelineFile

/// The JSON form of a job's state.
struct JobStatusDocument: OutputDocument {
    var schema = 1
    var state: JobState
    /// The number of the engine's elements by state; nil without an engine.
    var engine: [String: Int]?

    private enum CodingKeys: String, CodingKey { case schema, engine }

    func encode(to encoder: any Encoder) throws {
        try state.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(schema, forKey: .schema)
        try container.encodeIfPresent(engine, forKey: .engine)
    }

    static let name = "job-status"
    static let schema = JSONSchema.document(
        "Output of 'sluice job status --json'",
        JSONSchema.object(
            [
                "schema": JSONSchema.version, "output": JSONSchema.string("Output folder."),
                "tasks": JSONSchema.integer("Number of tasks."),
                "done": JSONSchema.integer("Number of tasks with a result."),
                "missing": ["type": "array", "items": ["type": "integer"], "description": "Tasks without a result."],
                "running": JSONSchema.array(of: running), "failed": JSONSchema.array(of: failed),
                "bytes": JSONSchema.integer("Size of the results."),
                "processorSeconds": JSONSchema.number("Processor time of the tasks that are done."),
                "fraction": JSONSchema.number("Part of the work that is done, from 0 to 1."),
                "secondsLeft": JSONSchema.number("Expected time until all tasks are done; absent if it is not known."),
                "isPublished": JSONSchema.boolean("Whether the presentation is published."),
                "engine": [
                    "type": "object", "description": "Number of the engine's tasks by state; absent without an engine.",
                    "additionalProperties": ["type": "integer"],
                ],
            ], optional: ["secondsLeft", "engine"]))

    private static let running = JSONSchema.object([
        "schema": JSONSchema.string("Version of the worker's file."), "task": JSONSchema.integer("Task."),
        "host": JSONSchema.string("Machine."), "seconds": JSONSchema.number("Time since its start."),
        "fraction": JSONSchema.number("Part of its segments that are stored, from 0 to 1."),
    ])
    private static let failed = JSONSchema.object([
        "task": JSONSchema.integer("Task."), "log": JSONSchema.strings("Last lines of its log."),
        "command": JSONSchema.string("Command that processes the task alone."),
    ])
}
