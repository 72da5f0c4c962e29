import StageKit

/// A plugin with the stage `loudness.meter`.
struct LoudnessMeterPlugin: StagePlugin {
    func register(_ catalogue: inout StageCatalogue) { catalogue.register(LoudnessMeter.self) }
}
