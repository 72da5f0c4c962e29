import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

/// Events before the first payload.
@Suite struct StartTests {
    /// A sink that sends a request before it receives anything.
    private struct AskingSink: Sink {
        typealias Options = NoOptions
        typealias Input = Sample
        static let kind = "test.ask-first"
        static let abstract = "Sends a request before it receives."
        static var startsBeforeSources: Bool { true }
        var gate: Gate?
        var failure: StageError?
        init(options: NoOptions) {}
        init(gate: Gate? = nil, failure: StageError? = nil) {
            self.gate = gate
            self.failure = failure
        }

        func run(input: any Inlet<Sample>, context: StageContext) async throws {
            try await gate?.pass()
            if let failure { throw failure }
            input.request(.resume(Resumption(earlier: .complete)))
            while try await input.receive() != nil {}
        }
    }

    private let video = Track.scriptedVideo()

    @Test func sinkRequestsPrecedeFirstPayload() async throws {
        let log = Record<String>()
        let messages = Message.script(video, Sample.scripted(video, count: 10))
        let source = ScriptedSource { output, _ in
            log.append("source")
            try await output.send(messages)
        }
        for _ in 0..<50 {
            let gate = Gate()
            async let report = try run(
                .test([
                    ("source", .source(source), []),
                    ("pass", .transform(PassingTransform("pass", log: log)), ["source"]),
                    ("sink", .sink(AskingSink(gate: gate)), ["pass"]),
                ]))
            gate.open()
            #expect(try await report.succeeded)
        }
        let expected = ["request pass", "source", "finish pass"]
        #expect(log.all == (0..<50).flatMap { _ in expected })
    }

    @Test func immediatelyFailingSinkEndsRun() async throws {
        let log = Record<String>()
        let source = ScriptedSource { _, context in
            if !Task.isCancelled, !context.stop.isRaised { log.append("source") }
        }
        let report = try await run(
            .test([
                ("source", .source(source), []),
                ("sink", .sink(AskingSink(failure: StageError(.unwritableOutput, "no"))), ["source"]),
            ]))
        #expect(report.failure?.stage == "sink")
    }

    @Test func runCanBeAbortedWhileSinkPrepares() async throws {
        let gate = Gate()
        let plan = PipelinePlan.test([
            ("source", .source(ScriptedSource { _, _ in }), []), ("sink", .sink(AskingSink(gate: gate)), ["source"]),
        ])
        let task = Task { try await run(plan) }
        task.cancel()
        _ = try await task.value
    }
}
