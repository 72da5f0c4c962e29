import StageKit

/// What tells a benchmark when something happened inside a run.
struct BenchmarkPlugin: StagePlugin {
    func register(_ catalogue: inout StageCatalogue) {
        catalogue.register(WallClock.self)
        catalogue.register(PartLog.self)
    }
}
