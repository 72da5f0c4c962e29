import StageKit

/// Finds where one scene ends and another begins.
struct SceneCutPlugin: StagePlugin {
    func register(_ catalogue: inout StageCatalogue) { catalogue.register(SceneCut.self) }
}
