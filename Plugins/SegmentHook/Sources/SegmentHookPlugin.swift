import StageKit

/// A plugin with the stage `segment.hook`, which notifies other programs of published segments.
struct SegmentHookPlugin: StagePlugin {
    func register(_ catalogue: inout StageCatalogue) { catalogue.register(SegmentHook.self) }
}
