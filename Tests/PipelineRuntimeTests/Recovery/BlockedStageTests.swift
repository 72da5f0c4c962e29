import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

/// A stage that blocks is reported; a stage that waits for others is not.
@Suite struct BlockedStageTests {
    let video = Track.scriptedVideo()

    @Test func blockedSinkIsReportedOnce() async throws {
        let told = Gate()
        let sink = RecordingSink(gate: nil)
        let holding = HoldingSink(until: told)
        let source = ScriptedSource(Message.script(video, Sample.scripted(video, count: 4)), batchSize: 8)
        let report = try await run(
            .test([
                ("source", .source(source), []), ("holding", .sink(holding), ["source"]),
                ("sink", .sink(sink), ["source"]),
            ])
        ) { options in
            options.blockedTimeout = .milliseconds(50)
            options.onEvent = { if $0.reportedProblem?.code == "stage-blocked" { told.open() } }
        }
        #expect(report.succeeded)
        let blocked = report.problems.filter { $0.code == "stage-blocked" }
        #expect(blocked.map(\.stage) == ["holding"])
    }
}

/// A sink that receives one batch and blocks until a gate opens.
private struct HoldingSink: Sink {
    typealias Options = NoOptions
    typealias Input = Sample
    static let kind = "test.hold"
    static let abstract = "Blocks with its first batch."
    private let gate: Gate

    init(options: NoOptions) { gate = Gate() }
    init(until gate: Gate) { self.gate = gate }

    func run(input: any Inlet<Sample>, context: StageContext) async throws {
        while try await input.receive() != nil { try await gate.pass() }
    }
}
