public import Media
public import StageKit

/// A connection between two stages of a plan: the payloads it carries and its queueing.
public struct PlannedLink: Sendable, Hashable {
    /// The names of the upstream and the downstream stage.
    public let from: String
    public let to: String
    /// The name of the payload type.
    public let payload: String
    /// The media types that the downstream stage accepts.
    public let mediaTypes: Set<MediaType>
    /// The frame formats that the downstream stage accepts.
    public let formats: FrameFormats
    /// Whether the link has a queue. Without one, the downstream stage runs in the task of the upstream stage.
    public let isQueue: Bool
    /// Whether the inputs of the downstream stage are merged by media time.
    public let isMerged: Bool
    /// The policy for payloads when the queue is full.
    public let whenFull: OverflowPolicy
}

extension PipelinePlan {
    /// The links in the order of their downstream stages. Throws when the payload types of two connected stages differ.
    public func links() throws(Diagnostic) -> [PlannedLink] {
        let layout = try PlanLayout(self)
        return stages.indices.flatMap { index in
            layout.inputs[index].map { above in
                PlannedLink(
                    from: stages[above].name, to: stages[index].name,
                    payload: stages[index].description.inputName ?? "",
                    mediaTypes: layout.mediaTypes[index], formats: stages[index].description.inputFormats,
                    isQueue: layout.task[above] != layout.task[index],
                    isMerged: layout.order(of: index) == .mediaTime,
                    whenFull: stages[layout.task[above]].whenFull ?? .wait)
            }
        }
    }
}

extension PlannedStage {
    /// The policy for payloads when the links below are full; nil unless the stage is a source.
    public var whenFull: OverflowPolicy? { if case .source(let source) = stage { source.whenFull } else { nil } }
}
