import Media
import PipelineFile
import PipelineRuntime
import Sluice
import StageKit

/// The JSON form of a plan: stages and links.
struct GraphDocument: OutputDocument {
    struct Stage: Encodable {
        var name: String
        var kind: String
        var role: String
        var from: [String]
        var options: [String: String]
        var onError: String
        var reason: String?

        init(_ stage: PlannedStage, _ redactor: Redactor) {
            name = stage.name
            kind = stage.description.kind
            role = stage.description.role.rawValue
            from = stage.inputs
            options = stage.optionTexts.mapValues(redactor.redacted)
            onError = stage.onError.rawValue
            reason = stage.reason
        }
    }

    struct Link: Encodable {
        var from: String
        var to: String
        var payload: String
        var mediaTypes: [String]
        var formats: [String]
        var isQueue: Bool
        var isMerged: Bool
        var whenFull: String

        private enum CodingKeys: String, CodingKey {
            case from, to, payload, mediaTypes, formats
            case isQueue = "queue"
            case isMerged = "merged"
            case whenFull
        }

        init(_ link: PlannedLink) {
            from = link.from
            to = link.to
            payload = link.payload
            mediaTypes = link.mediaTypes.map(\.rawValue).sorted()
            formats = link.formats.pixel + link.formats.sample
            isQueue = link.isQueue
            isMerged = link.isMerged
            whenFull = link.whenFull.rawValue
        }
    }

    var schema = 1
    var pipeline: String
    var about: String?
    var stages: [Stage]
    var links: [Link]

    init(_ source: Pipeline) {
        let redactor = source.plan.redactor
        pipeline = redactor.redacted(source.plan.name)
        about = source.plan.about.map(redactor.redacted)
        stages = source.plan.stages.map { Stage($0, redactor) }
        links = source.graph.links.map(Link.init)
    }

    static let name = "graph"
    static let schema = JSONSchema.document(
        "Output of 'sluice graph --json'",
        JSONSchema.object(
            [
                "schema": JSONSchema.version, "pipeline": JSONSchema.string("Name."),
                "about": JSONSchema.string("Description in the file."), "stages": JSONSchema.array(of: stage),
                "links": JSONSchema.array(of: link),
            ], optional: ["about"]))

    private static let stage = JSONSchema.object(
        [
            "name": JSONSchema.string("Name."), "kind": JSONSchema.string("Kind."),
            "role": JSONSchema.choice(["source", "transform", "processor", "sink"], "Role."),
            "from": JSONSchema.strings("Names of the stages that it reads from."),
            "options": JSONSchema.dictionary(of: ["type": "string"]),
            "onError": JSONSchema.choice(ErrorPolicy.allCases.map(\.rawValue), "Policy for errors of the stage."),
            "reason": JSONSchema.string("Reason for an inserted stage; absent for stages of the file."),
        ], optional: ["reason"])

    private static let link = JSONSchema.object([
        "from": JSONSchema.string("Upstream stage."), "to": JSONSchema.string("Downstream stage."),
        "payload": JSONSchema.string("Payload type."),
        "mediaTypes": JSONSchema.strings("Media types that the downstream stage accepts."),
        "formats": JSONSchema.strings("Frame formats that the downstream stage accepts; empty for all."),
        "queue": JSONSchema.boolean("Whether the link has a queue."),
        "merged": JSONSchema.boolean("Whether the inputs of the downstream stage are merged by media time."),
        "whenFull": JSONSchema.choice(OverflowPolicy.allCases.map(\.rawValue), "Policy when the queue is full."),
    ])
}
