import StageKit

/// Measures how loud sound is, as broadcasters do.
struct LoudnessMeterPlugin: StagePlugin {
    func register(_ catalogue: inout StageCatalogue) { catalogue.register(LoudnessMeter.self) }
}
