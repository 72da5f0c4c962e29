import HTTPStages
import PipelineRuntime
import Sluice
import StageKit

/// The stages and links of a pipeline as the console draws them.
struct ConsoleGraph: Codable {
    /// A stage of the plan.
    struct Stage: Codable {
        var name: String
        var kind: String
        /// `source`, `transform`, `processor` or `sink`.
        var role: String
        /// The player page; nil unless the stage is an origin that serves pages to browsers.
        var page: OriginPageAddress?
    }

    /// A link between two stages.
    struct Link: Codable {
        var from: String
        var to: String
        /// The name of the payload type.
        var payload: String
        var isQueue: Bool
        /// The policy when the queue is full.
        var whenFull: String
    }

    var stages: [Stage]
    var links: [Link]

    init(_ graph: PipelineGraph) {
        stages = graph.stages.map { stage in
            Stage(
                name: stage.name, kind: stage.description.kind, role: stage.description.role.rawValue,
                page: OriginPageAddress(stage))
        }
        links = graph.links.map { link in
            Link(
                from: link.from, to: link.to, payload: link.payload, isQueue: link.isQueue,
                whenFull: link.whenFull.rawValue)
        }
    }
}
