import EncodingJobs
import PipelineFile

/// The JSON form of a simulation.
struct JobSimulationDocument: OutputDocument {
    var schema = 1
    var simulation: JobSimulation

    private enum CodingKeys: String, CodingKey { case schema }

    func encode(to encoder: any Encoder) throws {
        try simulation.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(schema, forKey: .schema)
    }

    static let name = "job-simulation"
    static let schema = JSONSchema.document(
        "Output of 'sluice job plan --simulate --json'",
        JSONSchema.object([
            "schema": JSONSchema.version, "seed": JSONSchema.integer("Seed of the random numbers."),
            "measurement": JSONSchema.object([
                "rates": [
                    "type": "array", "items": ["type": "number"],
                    "description": "Seconds of work for each second of media, of each measured chunk.",
                ],
                "wholeSeconds": [
                    "type": "array", "items": ["type": "number"], "description": "Times of the tasks for whole tracks.",
                ],
                "overheadSeconds": JSONSchema.number("Time of each task in addition to its work."),
                "mediaSeconds": JSONSchema.number("Duration of the media."),
                "segmentSeconds": JSONSchema.number("Duration of a segment."),
            ]),
            "scaling": JSONSchema.array(of: row), "lengths": JSONSchema.array(of: row),
            "bestChunkSeconds": JSONSchema.number("Longest chunks with the shortest time."),
        ]))

    private static let row = JSONSchema.object([
        "nodes": JSONSchema.integer("Number of machines."), "chunkSeconds": JSONSchema.number("Duration of a chunk."),
        "tasks": JSONSchema.integer("Number of tasks."),
        "makespan": JSONSchema.number("Mean time until all tasks are done."),
        "longestMakespan": JSONSchema.number("Longest time until all tasks are done."),
        "speedUp": JSONSchema.number("Work of all tasks, divided by the mean time."),
        "bound": JSONSchema.number("Number of machines, or the work divided by the longest task."),
        "efficiency": JSONSchema.number("Speed-up divided by the bound."),
        "failures": JSONSchema.number("Mean number of interrupted tasks."),
    ])
}
