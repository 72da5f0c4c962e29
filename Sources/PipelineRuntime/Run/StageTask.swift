import StageKit

/// One task of a run: a source, a processor, a sink, or transforms behind a merged link.
struct StageTask: Sendable {
    /// The run-wide number of the stage that heads the task.
    let stage: Int
    let role: StageDescription.Role
    /// The signal that makes a source end and finish its output.
    var stop = StopSignal()
    /// The link that the task reads from; nil for sources.
    let link: (any AnyLink)?
    /// The outlet of the stage; nil for sinks and transforms.
    let outlet: (any AnyOutlet)?
    /// The transforms that run in the task; nil for sinks.
    let chain: Chain?
    /// Whether sources wait until the stage asks for its first messages.
    var startsBeforeSources = false
    /// Decides whether the task or a replacement ends the chain.
    let handover = ChainOwnership()
    /// The signal raised before a sink's input ends because a replacement continues its output.
    let replacementSignal = StopSignal()
    /// The policy for the errors of a sink.
    var onError = ErrorPolicy.stop
    /// The identifiers of the stage's tracks.
    var trackIDs: TrackIDGenerator?
    /// Runs the stage.
    let body: @Sendable (StageContext) async throws -> Void

    /// Runs the stage, then ends its chain and abandons its input link.
    func run(_ context: StageContext, _ monitor: RunMonitor) async {
        async let pumping: Void? = outlet?.pump()
        do {
            try await body(context)
        } catch {
            monitor.end(stage, with: error)
        }
        outlet?.closeOffers(discarding: monitor.isTerminated)
        _ = await pumping
        if let outlet { reportDrops(outlet.outletStatus, monitor) }
        if handover.ends() || monitor.isTerminated { chain?.end(failed: monitor.isTerminated) }
        outlet?.close()
        link?.abandon()
    }

    private func reportDrops(_ outlet: OutletStatus, _ monitor: RunMonitor) {
        for drops in outlet.dropped {
            let track = drops.track.map { " of track \($0)" } ?? ""
            monitor.report(
                Problem(
                    .warning, code: "dropped",
                    message: "dropped \(drops.count) payloads\(track) because the stages below were too slow"),
                from: stage)
        }
    }
}
