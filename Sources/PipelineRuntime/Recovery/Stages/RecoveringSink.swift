import Media
import StageKit

/// A sink whose errors do not end the run.
struct RecoveringSink<Wrapped: Sink>: Sink, RecoveringStage {
    static var interleavesInputs: Bool { Wrapped.interleavesInputs }
    static var startsBeforeSources: Bool { Wrapped.startsBeforeSources }
    private let stage: RestartableStage<Wrapped>

    init(_ stage: RestartableStage<Wrapped>) { self.stage = stage }

    func run(input: any Inlet<Wrapped.Input>, context: StageContext) async throws {
        let input = TrackReplayInlet(input)
        let hasEnded = try await stage.run(context, beginAgain: input.replayTracks) {
            try await $0.run(input: input, context: context)
        }
        if hasEnded { return }
        while try await input.receive() != nil {}
    }
}
