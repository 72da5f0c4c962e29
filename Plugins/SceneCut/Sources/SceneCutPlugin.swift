import StageKit

/// A plugin with the stage `scene.cut`, which detects scene changes.
struct SceneCutPlugin: StagePlugin {
    func register(_ catalogue: inout StageCatalogue) { catalogue.register(SceneCut.self) }
}
