import StageKit

/// The plan and the runtime objects of a run; replaced as a whole on reload.
struct RunConfiguration: Sendable {
    var plan: PipelinePlan
    /// The run-wide number of each stage, in plan order.
    var numbers: [Int]
    var tasks: [StageTask]
    var links: [any AnyLink]
    var runtimes: [String: StageRuntime]
    var watchdogs: [StageWatchdog]

    func number(_ name: String) -> Int? {
        plan.stages.firstIndex { $0.name == name }.map { numbers[$0] }
    }

    /// Assigns track identifiers to each task, which a replacement of its stage can continue.
    mutating func assignTrackIDs(of run: TrackIDGenerator) {
        for index in tasks.indices where tasks[index].trackIDs == nil {
            tasks[index].trackIDs = TrackIDGenerator(of: run)
        }
        for (stage, number) in zip(plan.stages, numbers) {
            guard let task = tasks.first(where: { $0.stage == number }) else { continue }
            runtimes[stage.name]?.trackIDs = task.trackIDs
        }
    }
}
