public import StageKit

/// A plugin with the stage `timecode.burn-in`.
public struct TimecodeBurnInPlugin: StagePlugin {
    public init() {}
    public func register(_ catalogue: inout StageCatalogue) { catalogue.register(TimecodeBurnIn.self) }
}
