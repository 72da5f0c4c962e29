import PipelineRuntime

/// The connections between the stages of a plan.
struct StageGraph {
    private var inputs: [String: [String]] = [:]
    private var consumers: [String: [String]] = [:]

    init(_ stages: [PlannedStage]) {
        for stage in stages {
            inputs[stage.name] = stage.inputs
            for input in stage.inputs { consumers[input, default: []].append(stage.name) }
        }
    }

    /// Returns these stages and all stages that they read from.
    func above(_ names: [String]) -> Set<String> { reach(names, inputs) }
    /// Returns these stages and all stages that read from them.
    func below(_ names: [String]) -> Set<String> { reach(names, consumers) }

    private func reach(_ names: [String], _ next: [String: [String]]) -> Set<String> {
        var found: Set<String> = []
        var open = names
        while let name = open.popLast() {
            if found.insert(name).inserted { open += next[name] ?? [] }
        }
        return found
    }
}
