import StageKit
import Synchronization

/// One task of a run: a source, a processor, a sink, or transforms behind a merged link.
struct StageTask: Sendable {
    /// The place in the plan of the stage that heads it.
    let stage: Int
    let role: StageDescription.Role
    /// Raised to make a source end in good order.
    var stop = StopSignal()
    /// The link it takes from; nil for sources.
    let link: (any AnyLink)?
    /// What it gives with; nil for sinks and for transforms.
    let outlet: (any AnyOutlet)?
    /// The transforms that run in it; nil for sinks.
    let chain: Chain?
    /// Whether sources wait until it asks for its first messages.
    var startsBeforeSources = false
    /// Whether another stage goes on with what it gives to.
    let handover = Handover()
    /// Raised before a sink's input ends because another stage continues its output.
    let succession = StopSignal()
    /// The identities of its tracks.
    var trackIDs: TrackIDs?
    /// Runs the stage.
    let body: @Sendable (StageContext) async throws -> Void

    /// Runs the stage and then ends what is below it and above it.
    func run(_ context: StageContext, _ status: RunStatus) async {
        async let pumping: Void? = outlet?.pump()
        do {
            try await body(context)
        } catch {
            status.fail(stage, error)
        }
        outlet?.closeOffers(forgetting: status.isOver)
        _ = await pumping
        if let outlet { reportDrops(outlet.outletStatus, status) }
        if handover.ends() || status.isOver { chain?.end(failed: status.isOver) }
        outlet?.close()
        link?.abandon()
    }

    private func reportDrops(_ outlet: OutletStatus, _ status: RunStatus) {
        for drops in outlet.dropped {
            let track = drops.track.map { " of track \($0)" } ?? ""
            status.report(
                Problem(
                    .warning, code: "dropped",
                    message: "dropped \(drops.count) payloads\(track) because the stages below were too slow"),
                from: stage)
        }
    }
}

/// Who ends the chain of a task: the task itself, or the stage that goes on in its place.
final class Handover: Sendable {
    private let taken = Atomic<Bool>(false)

    /// The task is to leave its chain to another; false when it has ended.
    func claim() -> Bool { !taken.exchange(true, ordering: .acquiringAndReleasing) }
    /// The chain stays with the task after all.
    func release() { taken.store(false, ordering: .releasing) }
    /// The task has come to its end; false when its chain is left to another.
    func ends() -> Bool { !taken.exchange(true, ordering: .acquiringAndReleasing) }
}
