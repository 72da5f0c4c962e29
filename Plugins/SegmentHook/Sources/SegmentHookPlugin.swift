import StageKit

/// Tells others of each segment that is published.
struct SegmentHookPlugin: StagePlugin {
    func register(_ catalogue: inout StageCatalogue) { catalogue.register(SegmentHook.self) }
}
