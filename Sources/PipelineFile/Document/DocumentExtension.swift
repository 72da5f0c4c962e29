import Media
import StageKit

extension PipelineDocument {
    /// Returns this document merged over the document that it extends.
    ///
    /// A stage replaces the stage with the same name and keeps its position; `name: ~` removes a stage. A new stage is
    /// inserted before the first stage that reads from it, because a stage reads only from stages above it; a new stage
    /// without readers is appended. A file can therefore swap the sources of another one: it removes them, adds a new
    /// source, and replaces the stages that read from them. Parameters are replaced by name or added, plugins are
    /// added, hooks are replaced by name, added or removed by `name: ~`, and `pipeline`, `about` and `admin` are
    /// replaced if present.
    func extending(_ original: PipelineDocument, _ diagnostics: inout [Diagnostic]) -> PipelineDocument {
        var result = original
        result.extends = nil
        result.name = name ?? original.name
        result.about = about ?? original.about
        result.admin = admin ?? original.admin
        result.removals = removals
        result.plugins += plugins
        for parameter in parameters {
            if let place = result.parameters.firstIndex(where: { $0.name.text == parameter.name.text }) {
                result.parameters[place] = parameter
            } else {
                result.parameters.append(parameter)
            }
        }
        for removal in hookRemovals { result.hooks.removeAll { $0.name.text == removal.text } }
        for hook in hooks {
            if let place = result.hooks.firstIndex(where: { $0.name.text == hook.name.text }) {
                result.hooks[place] = hook
            } else {
                result.hooks.append(hook)
            }
        }
        for removal in removals { remove(removal, from: &result, original, &diagnostics) }
        result.stages = StageMerger(result.stages).inserting(stages)
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
        let close = SpellingSuggestion.closest(to: removal.text, among: original.stages.map(\.name.text))
        diagnostics.append(
            Diagnostic(
                code: "unknown-stage",
                message: "cannot remove stage '\(removal.text)': the extended file has no such stage",
                at: removal.location, notes: close.map { ["did you mean '\($0)'?"] } ?? []))
    }
}

/// The stages of an extended file while the extending file is merged into them.
private struct StageMerger {
    private var stages: [StageDefinition]
    /// New stages without readers in `stages`.
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
        // Last to first, so that the readers of a stage are in place before the stage is inserted.
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
