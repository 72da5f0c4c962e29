public import StageKit

/// A plugin with the stage `segment.hook`, which notifies other programs of published segments.
public struct SegmentHookPlugin: StagePlugin {
    public init() {}
    public func register(_ catalogue: inout StageCatalogue) { catalogue.register(SegmentHook.self) }
}
