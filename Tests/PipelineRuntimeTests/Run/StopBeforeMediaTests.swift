import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

/// Stages that require media, in runs that end before any.
@Suite struct StopBeforeMediaTests {
    private struct DemandingSink: Sink {
        typealias Options = NoOptions
        typealias Input = Sample
        static let kind = "test.demand"
        static let abstract = "Requires a sample."

        init(options: NoOptions = NoOptions()) {}

        func run(input: any Inlet<Sample>, context: StageContext) async throws {
            while try await input.receive() != nil {}
            throw StageError(.noUsableTrack, "the movie has no samples")
        }
    }

    private struct DemandingTransform: Transform {
        typealias Options = NoOptions
        typealias Input = Sample
        typealias Output = Sample
        static let kind = "test.demand-more"
        static let abstract = "Requires a sample."

        init(options: NoOptions = NoOptions()) {}

        mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {
            effects.emit(message: message)
        }

        mutating func finish(_ effects: inout Effects<Sample>) throws {
            throw StageError(.noUsableTrack, "no media segment to list")
        }
    }

    @Test(arguments: [false, true]) func aStopBeforeTheFirstMediaIsNoFailure(isStopped: Bool) async throws {
        let source = AnyStage.source(ScriptedSource([Message.track(.scriptedVideo()), .end(Track.scriptedVideo().id)]))
        for stages in [
            [("source", source, []), ("last", .sink(DemandingSink()), ["source"])],
            [
                ("source", source, []), ("last", .transform(DemandingTransform()), ["source"]),
                ("sink", .sink(RecordingSink()), ["last"]),
            ],
        ] as [[(String, AnyStage, [String])]] {
            let run = try PipelineRun(plan: .test(stages))
            if isStopped { run.stop() }
            let report = await run.run()
            #expect(report.succeeded == isStopped, "\(report)")
            #expect(report.problems.map(\.code) == (isStopped ? ["stopped-before-media"] : []))
        }
    }

    @Test func aSinkWhoseErrorsAreRetriedEndsAsWell() async throws {
        let stop = StopSignal()
        stop.raise()
        let sink = RecoveringSink(RestartableStage(DemandingSink(), policy: .automatic) { DemandingSink() })
        await #expect(throws: StageError.self) {
            try await sink.run(
                input: ScriptedInlet<Sample>([], batchSize: 1),
                context: StageContext(stageName: "last", stop: stop).withTolerance(OutputTolerance(.always)))
        }
    }
}
