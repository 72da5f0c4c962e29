import Foundation
import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

@Suite struct RunReportTests {
    func report() async throws -> RunReport {
        var track = Track.scriptedVideo()
        track.duration = .seconds(2)
        let messages = Message.script(track, Sample.scripted(track, count: 60))
        return try await run(
            .test([
                ("file", .source(ScriptedSource(messages)), []),
                ("pass", .transform(PassingTransform()), ["file"]),
                ("folder", .sink(RecordingSink()), ["pass"]),
            ]))
    }

    @Test func itIsReadBackAsItWasWritten() async throws {
        let report = try await report()
        let read = try JSONDecoder().decode(RunReport.self, from: JSONEncoder().encode(report))
        #expect(read.stages == report.stages)
        #expect(read.links == report.links)
        #expect(read.succeeded)
    }

    @Test func itTellsHowFarTheSourceGot() async throws {
        let sources = try await report().sources
        #expect(sources.count == 1)
        #expect(abs((sources[0].position ?? 0) - 59.0 / 30) < 1e-6)
        #expect(sources[0].duration == 2)
    }

    @Test func peopleReadALineForEachStageAndLink() async throws {
        let lines = try await report().description.split(separator: "\n").map {
            $0.split(separator: " ").map(String.init)
        }
        #expect(lines[0][..<2] == ["test:", "finished,"])
        #expect(lines[1] == ["stage", "kind", "in", "out", "dropped", "queued", "bytes", "busy"])
        #expect(lines[2] == ["file", "test.script", "0", "60", "0", "0", "240", "B", "-"])
        #expect(lines[3][..<8] == ["pass", "test.pass", "60", "60", "0", "0", "240", "B"])
        #expect(lines[6][..<3] == ["pass", "->", "folder"])
    }

    @Test func problemsBeyondTheLimitAreCounted() async throws {
        let source = ScriptedSource { _, context in
            for index in 0..<1500 { context.warn("test", "warning \(index)") }
        }
        let told = Record<String>()
        let report = try await run(
            .test([("source", .source(source), []), ("sink", .sink(RecordingSink()), ["source"])])
        ) { $0.onProblem = { stage, _ in told.append(stage) } }
        #expect(report.problems.count == 1000)
        #expect(report.untoldProblems == 500)
        #expect(told.all.count == 1500)
        #expect(report.succeeded)
    }
}
