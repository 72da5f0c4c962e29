import StageKit

extension PipelineDocument {
    /// This document laid over the one that it extends.
    ///
    /// A stage with the same name replaces the whole stage and keeps its place; `name: ~` takes the stage away.
    /// A new stage goes right before the first stage that reads from it, because a stage reads only from stages
    /// above it; a new stage that nobody reads from goes to the end. So a file swaps the sources of another by
    /// taking them away, naming a new one, and replacing the stages that read from it. Parameters are replaced by
    /// name and new ones added, and plugins are added; `pipeline` and `about` are replaced where they are given.
    func extending(_ original: PipelineDocument, _ diagnostics: inout [Diagnostic]) -> PipelineDocument {
        var result = original
        result.extends = nil
        result.name = name ?? original.name
        result.about = about ?? original.about
        result.removals = removals
        result.plugins += plugins
        for parameter in parameters {
            if let place = result.parameters.firstIndex(where: { $0.name.text == parameter.name.text }) {
                result.parameters[place] = parameter
            } else {
                result.parameters.append(parameter)
            }
        }
        for removal in removals { remove(removal, from: &result, original, &diagnostics) }
        result.stages = StageOrder(result.stages).inserting(stages)
        return result
    }

    private func remove(
        _ removal: LocatedText, from result: inout PipelineDocument, _ original: PipelineDocument,
        _ diagnostics: inout [Diagnostic]
    ) {
        if let place = result.stages.firstIndex(where: { $0.name.text == removal.text }) {
            result.stages.remove(at: place)
            return
        }
        let close = Spelling.closest(to: removal.text, among: original.stages.map(\.name.text))
        diagnostics.append(
            Diagnostic(
                code: "unknown-stage", message: "the extended file has no stage '\(removal.text)' to take away",
                at: removal.location, notes: close.map { ["did you mean '\($0)'?"] } ?? []))
    }
}

/// The stages of an extended file while others are laid over them.
private struct StageOrder {
    private var stages: [StageDefinition]
    /// New stages that nobody in `stages` needs.
    private var tail: [StageDefinition] = []

    init(_ stages: [StageDefinition]) { self.stages = stages }

    func inserting(_ additions: [StageDefinition]) -> [StageDefinition] {
        var order = self
        var new: [StageDefinition] = []
        for stage in additions {
            if let place = order.stages.firstIndex(where: { $0.name.text == stage.name.text }) {
                order.stages[place] = stage
            } else {
                new.append(stage)
            }
        }
        // From the last to the first, so that the stages that read from one are in place before it.
        for stage in new.reversed() { order.insert(stage) }
        return order.stages + order.tail
    }

    private mutating func insert(_ stage: StageDefinition) {
        let reads = { (other: StageDefinition) in other.inputs.contains { $0.text == stage.name.text } }
        if let place = stages.firstIndex(where: reads) {
            stages.insert(stage, at: place)
        } else {
            tail.insert(stage, at: tail.firstIndex(where: reads) ?? 0)
        }
    }
}
