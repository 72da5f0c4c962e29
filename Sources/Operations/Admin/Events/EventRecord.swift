import HLS
package import Media
package import PipelineFile
package import PipelineRuntime

/// An event as JSON: its number in the sequence, time, pipeline, type and data.
package struct EventRecord: Sendable {
    /// The number of the event in its sequence, from 1.
    package var id: Int
    package var time: WallTime
    package var pipeline: String
    package var event: PipelineEvent

    package init(_ event: PipelineEvent, id: Int, pipeline: String, at time: WallTime) {
        (self.event, self.id, self.pipeline, self.time) = (event, id, pipeline, time)
    }

    /// The stable name of the kind of event, such as `segment.published`.
    package var type: String {
        switch event {
        case .started: "pipeline.started"
        case .segmentPublished: "segment.published"
        case .partPublished: "part.published"
        case .sourceLost: "source.lost"
        case .sourceReturned: "source.returned"
        case .stageRestarted: "stage.restarted"
        case .problem: "problem"
        case .reloaded: "pipeline.reloaded"
        case .missed: "missed"
        case .ended: "pipeline.ended"
        }
    }

    /// All types of events.
    package static let types = [
        "pipeline.started", "segment.published", "part.published", "source.lost", "source.returned", "stage.restarted",
        "problem", "pipeline.reloaded", "missed", "pipeline.ended",
    ]

    /// The data of the event.
    package var data: JSONValue {
        switch event {
        case .started: [:]
        case .segmentPublished(let segment), .partPublished(let segment):
            [
                "sink": .string(segment.sink), "rendition": .string(segment.rendition), "path": .string(segment.path),
                "bytes": .integer(segment.byteCount), "start": .number(segment.start.seconds),
                "seconds": .number(segment.duration.seconds),
            ]
        case .sourceLost(let problem), .sourceReturned(let problem), .stageRestarted(let problem),
            .problem(let problem):
            problem.json
        case .reloaded(let changes): ["changes": .string(changes)]
        case .missed(let count): ["count": .integer(count)]
        case .ended(let status):
            .merged(
                ["phase": .string(status.phase.rawValue), "succeeded": .boolean(status.succeeded)],
                status.failure.map { ["message": .string($0.message)] } ?? [:])
        }
    }

    /// The event as a JSON object.
    package var json: JSONValue {
        [
            "id": .integer(id), "time": .string("\(DateTime(time))"), "pipeline": .string(pipeline),
            "type": .string(type),
            "data": data,
        ]
    }
}
