import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

/// The outcome of a run whose stage throws, for each error policy.
@Suite struct RecoveryTests {
    let video = Track.scriptedVideo()

    /// Runs a source, one stage with this policy, and a sink.
    private func run(_ stage: AnyStage, _ policy: ErrorPolicy, _ sink: RecordingSink) async throws -> RunStatus {
        let source = ScriptedSource(Message.script(video, Sample.scripted(video, count: 40)), batchSize: 4)
        var plan = PipelinePlan.test([
            ("source", .source(source), []), ("stage", stage, ["source"]), ("sink", .sink(sink), ["stage"]),
        ])
        plan.stages[1].onError = policy
        return try await PipelineRuntimeTests.run(plan)
    }

    @Test func restartedTransformLosesFailedMessage() async throws {
        var bad = PassingTransform()
        bad.failsAt = 5
        let sink = RecordingSink()
        let report = try await run(.transform(bad), .restart, sink)
        #expect(report.succeeded && report.problems.map(\.code) == ["stage-restarted"])
        #expect(report.problems.map(\.stage) == ["stage"])
        #expect(sink.ticks == (0..<40).filter { $0 != 5 })
        #expect(sink.record.all.count { if case .track = $0 { true } else { false } } == 2)
    }

    @Test func bypassedTransformPassesInputThrough() async throws {
        var bad = PassingTransform()
        bad.failsAt = 5
        let sink = RecordingSink()
        let report = try await run(.transform(bad), .bypass, sink)
        #expect(report.succeeded && report.problems.map(\.code) == ["stage-bypassed"])
        #expect(sink.ticks == (0..<40).filter { $0 != 5 })
    }

    @Test func restartedProcessorReceivesOpenTracks() async throws {
        var bad = PassingProcessor()
        bad.failsAt = 6
        let sink = RecordingSink()
        let report = try await run(.processor(bad), .restart, sink)
        #expect(report.succeeded && report.problems.map(\.code) == ["stage-restarted"])
        #expect(sink.ticks == (0..<40).filter { $0 != 6 })
        #expect(sink.record.all.count { if case .track = $0 { true } else { false } } == 2)
    }

    @Test func bypassedProcessorPassesInputThrough() async throws {
        var bad = PassingProcessor()
        bad.failsAt = 6
        let sink = RecordingSink()
        let report = try await run(.processor(bad), .bypass, sink)
        #expect(report.succeeded && report.problems.map(\.code) == ["stage-bypassed"])
        #expect(sink.ticks == (0..<40).filter { $0 != 6 })
    }

    @Test func bypassedSinkDoesNotStopOthers() async throws {
        var bad = RecordingSink()
        bad.failure = (2, StageError(.unwritableOutput, "the disk is full"))
        let good = RecordingSink()
        let source = ScriptedSource(Message.script(video, Sample.scripted(video, count: 40)), batchSize: 4)
        var plan = PipelinePlan.test([
            ("source", .source(source), []), ("bad", .sink(bad), ["source"]), ("good", .sink(good), ["source"]),
        ])
        plan.stages[1].onError = .bypass
        let report = try await PipelineRuntimeTests.run(plan)
        #expect(report.succeeded && report.problems.map(\.stage) == ["bad"])
        #expect(good.ticks == Array(0..<40))
    }

    @Test func restartedSourceRepeatsNothing() async throws {
        let failures = Record<Int>()
        let samples = Sample.scripted(video, count: 40)
        let source = ScriptedSource { [video] output, _ in
            try await output.send(.track(video))
            for sample in samples {
                if sample.decodeTicks == 10, failures.all.isEmpty {
                    failures.append(1)
                    throw StageError(.elementFailed, "the camera is gone")
                }
                try await output.send(.payload(sample))
            }
            try await output.send(.end(video.id))
        }
        let sink = RecordingSink()
        let recovering = RecoveringSource(RestartableStage(source, policy: .restart) { source })
        let report = try await PipelineRuntimeTests.run(
            .test([("source", .source(recovering), []), ("sink", .sink(sink), ["source"])]))
        #expect(report.succeeded && report.problems.map(\.code) == ["stage-restarted"])
        #expect(sink.ticks == Array(0..<40))
    }

    @Test func repeatedlyFailingStageEndsRun() async throws {
        let source = ScriptedSource(Message.script(video, Sample.scripted(video, count: 40)), batchSize: 4)
        let sink = RecordingSink()
        var bad = PassingTransform()
        bad.failsAt = 5
        let replaceable = RestartableStage(bad, policy: .restart) { [bad] in
            var next = bad
            next.failsAt = bad.failsAt.map { $0 + 1 }
            next.failsAlways = true
            return next
        }
        let always = RecoveringTransform(replaceable)
        let report = try await PipelineRuntimeTests.run(
            .test([
                ("source", .source(source), []), ("bad", .transform(always), ["source"]),
                ("sink", .sink(sink), ["bad"]),
            ]))
        #expect(report.failure?.stage == "bad" && report.problems.count == RestartLimiter.limit)
    }

    @Test func bypassRequiresEqualPayloadTypes() {
        var plan = PipelinePlan.test([("source", .source(ScriptedSource([])), [])])
        plan.stages[0].onError = .bypass
        #expect(plan.stages[0].policyProblem?.code == "invalid-policy")
        plan.stages[0].onError = .restart
        #expect(plan.stages[0].policyProblem == nil)
    }
}
