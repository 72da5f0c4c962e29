import Media
import StageKit
import Synchronization

/// A processor whose errors do not end the run.
struct RecoveringProcessor<Wrapped: Processor>: RequestObserving, RecoveringStage {
    /// The instance that observes requests, and the requests that its replacement has to know.
    private final class Observation: Sendable {
        struct State {
            var stage: (any RequestObserving)?
            var continuation: UpstreamRequest?
        }
        let state = Mutex(State())
    }

    static var mediaTypes: Set<MediaType> { Wrapped.mediaTypes }
    private let stage: RestartableStage<Wrapped>
    private let observation = Observation()

    init(_ stage: RestartableStage<Wrapped>) { self.stage = stage }

    func run(
        input: any Inlet<Wrapped.Input>, output: any Outlet<Wrapped.Output>, context: StageContext
    ) async throws {
        let (input, output) = (TrackReplayInlet(input), ContinuationOutlet(output))
        let hasEnded = try await stage.run(context, beginAgain: input.replayTracks) {
            adopt($0)
            try await $0.run(input: input, output: output, context: context)
        }
        if hasEnded { return }
        output.onRequest { input.request($0) }
        try await output.send(output.open.transition(to: input.open))
        while let messages = try await input.receive() {
            // The plan allows bypassing only if the input and output types are the same.
            if let passed = messages as? [Message<Wrapped.Output>] { try await output.send(passed) }
        }
    }

    func observe(_ request: UpstreamRequest) {
        let observing = observation.state.withLock { state in
            if case .continueTimeline = request { state.continuation = request }
            return state.stage
        }
        observing?.observe(request)
    }

    private func adopt(_ instance: Wrapped) {
        guard let observing = instance as? any RequestObserving else { return }
        let continuation = observation.state.withLock { state in
            state.stage = observing
            return state.continuation
        }
        if let continuation { observing.observe(continuation) }
    }
}
