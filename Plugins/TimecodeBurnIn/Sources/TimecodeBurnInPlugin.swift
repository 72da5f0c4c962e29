import StageKit

/// Writes the time and the number of each frame into its picture.
struct TimecodeBurnInPlugin: StagePlugin {
    func register(_ catalogue: inout StageCatalogue) { catalogue.register(TimecodeBurnIn.self) }
}
