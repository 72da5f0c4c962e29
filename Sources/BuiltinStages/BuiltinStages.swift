package import StageKit

extension StageCatalogue {
    /// Adds the stages that need no library but our own.
    package mutating func registerBuiltinStages() {
        register(ForceKeyframes.self)
        register(SegmentFragmentedMP4.self)
        register(StoreInFolder.self)
    }
}
