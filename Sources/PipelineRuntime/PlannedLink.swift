package import Media
package import StageKit

/// What travels from one stage of a plan to another, and what holds for it.
package struct PlannedLink: Sendable, Hashable {
    /// The stage that gives and the stage that takes, by name.
    package let from: String
    package let to: String
    /// The name of the payload.
    package let payload: String
    /// The media types that the stage below takes.
    package let mediaTypes: Set<MediaType>
    /// The formats of frames that it takes.
    package let formats: FrameFormats
    /// Whether payloads wait in a queue of their own; without one the stage runs in the task of the one above.
    package let isQueue: Bool
    /// Whether the inputs of the stage below are merged by media time.
    package let isMerged: Bool
    /// What happens to a payload when the queue is full.
    package let whenFull: FullPolicy
}

extension PipelinePlan {
    /// The links in the order of the stages that take; throws where stages do not fit each other.
    package func links() throws(Diagnostic) -> [PlannedLink] {
        let layout = try PlanLayout(self)
        return stages.indices.flatMap { index in
            layout.inputs[index].map { above in
                PlannedLink(
                    from: stages[above].name, to: stages[index].name,
                    payload: stages[index].description.inputName ?? "",
                    mediaTypes: layout.mediaTypes[index], formats: stages[index].description.inputFormats,
                    isQueue: layout.task[above] != layout.task[index],
                    isMerged: layout.inputs[index].count > 1 && stages[index].stage.interleavesInputs,
                    whenFull: stages[layout.task[above]].whenFull ?? .wait)
            }
        }
    }
}

extension PlannedStage {
    /// What happens to what the stage gives while the links below are full; nil for what is no source.
    package var whenFull: FullPolicy? { if case .source(let source) = stage { source.whenFull } else { nil } }
}

extension AnyStage {
    fileprivate var interleavesInputs: Bool {
        switch self {
        case .source, .processor: false
        case .transform(let transform): type(of: transform).interleavesInputs
        case .sink(let sink): type(of: sink).interleavesInputs
        }
    }
}
