import StageKit

/// A plugin with the stage `timecode.burn-in`.
struct TimecodeBurnInPlugin: StagePlugin {
    func register(_ catalogue: inout StageCatalogue) { catalogue.register(TimecodeBurnIn.self) }
}
