import StageKit

/// A plugin with stages that record the times of events in a run.
struct BenchmarkPlugin: StagePlugin {
    func register(_ catalogue: inout StageCatalogue) {
        catalogue.register(WallClock.self)
        catalogue.register(PartLog.self)
        catalogue.register(SampleLog.self)
    }
}
