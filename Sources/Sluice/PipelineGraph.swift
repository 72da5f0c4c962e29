import PipelineFile
public import PipelineRuntime

/// The stages of a pipeline and the links between them.
public struct PipelineGraph: Sendable {
    private let plan: PipelinePlan

    init(_ plan: PipelinePlan) { self.plan = plan }

    /// The stages in the order of flow.
    public var stages: [PlannedStage] { plan.stages }
    /// The links in the order of their downstream stages.
    public var links: [PlannedLink] { (try? plan.links()) ?? [] }
    /// The graph as indented text; secrets are masked.
    public var text: String { (try? TextGraph(plan).text) ?? "" }
    /// The graph in the DOT language of Graphviz; secrets are masked.
    public var dot: String { (try? DOTGraph(plan).dot) ?? "" }
}
