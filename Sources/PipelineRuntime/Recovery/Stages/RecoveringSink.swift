import Media
import StageKit

/// A sink whose errors do not end the run.
struct RecoveringSink<Wrapped: Sink>: Sink, RecoveringStage {
    static var interleavesInputs: Bool { Wrapped.interleavesInputs }
    static var startsBeforeSources: Bool { Wrapped.startsBeforeSources }
    private let stage: RestartableStage<Wrapped>

    init(_ stage: RestartableStage<Wrapped>) { self.stage = stage }

    func run(input: any Inlet<Wrapped.Input>, context: StageContext) async throws {
        switch stage.policy {
        case .automatic, .retry, .stop: return try await runWithRetries(input, context)
        case .restart, .bypass: break
        }
        let input = TrackReplayInlet(input)
        let hasEnded = try await stage.run(context, beginAgain: input.replayTracks) {
            try await $0.run(input: input, context: context)
        }
        if hasEnded { return }
        while try await input.receive() != nil {}
    }

    /// Runs the sink and replaces it after each error, with increasing delays. The other sinks continue: meanwhile its
    /// input is discarded.
    private func runWithRetries(_ input: any Inlet<Wrapped.Input>, _ context: StageContext) async throws {
        let outage = SinkOutage(context)
        let input = TrackReplayInlet(input, keepsBatches: true) { outage.noteProgress() }
        var sink = stage.stage
        while true {
            do {
                try await sink.run(input: input, context: context)
                return outage.ended()
            } catch {
                if error is RunEndedError || error is CancellationError || Task.isCancelled { throw error }
                // A sink that was stopped before its first sample has nothing to try again.
                if context.stop.isRaised, (error as? StageError)?.code == .noUsableTrack { throw error }
                guard context.tolerance.continues(after: error, hasWorked: outage.hasRecovered) else { throw error }
                outage.failed(error)
                input.withhold(nil)
                guard try await input.discard(until: { outage.isAttemptDue }) else { return outage.ended() }
                sink = try stage.make()
                input.replayTracks()
                outage.retries()
            }
        }
    }
}
