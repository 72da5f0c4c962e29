public import StageKit

/// A plugin with the stage `loudness.meter`.
public struct LoudnessMeterPlugin: StagePlugin {
    public init() {}
    public func register(_ catalogue: inout StageCatalogue) { catalogue.register(LoudnessMeter.self) }
}
