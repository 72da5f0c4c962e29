import Media
import StageKit

/// A source whose errors do not end the run: it restarts, and payloads up to the last one sent are discarded.
struct RecoveringSource<Wrapped: Source>: Source, RecoveringStage {
    private let stage: RestartableStage<Wrapped>
    var whenFull: OverflowPolicy { stage.stage.whenFull }

    init(_ stage: RestartableStage<Wrapped>) { self.stage = stage }

    func run(output: any Outlet<Wrapped.Output>, context: StageContext) async throws {
        let output = ContinuationOutlet(output)
        _ = try await stage.run(context, beginAgain: { output.replaceProducer() }) {
            try await $0.run(output: output, context: context)
        }
    }
}
