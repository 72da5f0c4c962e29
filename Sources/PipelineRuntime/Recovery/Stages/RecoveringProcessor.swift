import Media
import StageKit

/// A processor whose errors do not end the run.
struct RecoveringProcessor<Wrapped: Processor>: Processor, RecoveringStage {
    static var mediaTypes: Set<MediaType> { Wrapped.mediaTypes }
    private let stage: RestartableStage<Wrapped>

    init(_ stage: RestartableStage<Wrapped>) { self.stage = stage }

    func run(
        input: any Inlet<Wrapped.Input>, output: any Outlet<Wrapped.Output>, context: StageContext
    ) async throws {
        let (input, output) = (TrackReplayInlet(input), ContinuationOutlet(output))
        let hasEnded = try await stage.run(context, beginAgain: input.replayTracks) {
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
}
