public import StageKit

/// A plugin with the stage `scene.cut`, which detects scene changes.
public struct SceneCutPlugin: StagePlugin {
    public init() {}
    public func register(_ catalogue: inout StageCatalogue) { catalogue.register(SceneCut.self) }
}
