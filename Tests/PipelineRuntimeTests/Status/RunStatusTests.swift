import Foundation
import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

@Suite struct RunStatusTests {
    func report() async throws -> RunStatus {
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

    @Test func reportJSONRoundTrips() async throws {
        let report = try await report()
        let read = try JSONDecoder().decode(RunStatus.self, from: JSONEncoder().encode(report))
        #expect(read.stages == report.stages)
        #expect(read.links == report.links)
        #expect(read.succeeded)
    }

    @Test func reportContainsSourcePosition() async throws {
        let sources = try await report().sources
        #expect(sources.count == 1)
        #expect(abs((sources[0].position ?? 0) - 59.0 / 30) < 1e-6)
        #expect(sources[0].duration == 2)
    }

    @Test func textReportHasLinePerStageAndLink() async throws {
        let lines = try await report().description.split(separator: "\n").map {
            $0.split(separator: " ").map(String.init)
        }
        #expect(lines[0][..<2] == ["test:", "finished,"])
        #expect(lines[1] == ["stage", "kind", "in", "out", "dropped", "queued", "bytes", "busy"])
        #expect(lines[2] == ["file", "test.script", "0", "60", "0", "0", "240", "B", "-"])
        #expect(lines[3][..<8] == ["pass", "test.pass", "60", "60", "0", "0", "240", "B"])
        #expect(lines[6][..<3] == ["pass", "->", "folder"])
    }

    @Test func excessIsExplainedByBatch() async throws {
        var report = try await report()
        var link = try #require(report.links.last)
        link.limits = RunStatus.Fill(messages: 4096, bytes: 16 << 20, seconds: 10)
        func row(_ seconds: Double, _ batch: Double, bytes: Int = 0, batchBytes: Int = 0) throws -> String {
            link.highWater = RunStatus.Fill(messages: 7, bytes: bytes, seconds: seconds)
            link.largestBatch = RunStatus.Fill(messages: 7, bytes: batchBytes, seconds: batch)
            report.links = [link]
            return String(try #require(report.description.split(separator: "\n").last))
        }
        #expect(try row(9.9, 0.1).hasSuffix("  9.9 s of 10.0 s  wait"))
        // Exceeding the limit by one frame of 1/30 s is not reported as a batch.
        #expect(try row(10.033, 0.033).hasSuffix("  10.0 s of 10.0 s  wait"))
        #expect(try row(67.4, 60).hasSuffix("  67.4 s of 10.0 s + a batch of 60.0 s  wait"))
        #expect(
            try row(0, 0, bytes: 20 << 20, batchBytes: 5 << 20).contains("20.0 MiB of 16.0 MiB + a batch of 5.0 MiB"))
        link.limits = RunStatus.Fill(messages: 1 << 20, bytes: 512 << 20, seconds: 21600)
        link.whenFull = "fail"
        #expect(try row(67.4, 0.1).hasSuffix("67.4 s of 21600.0 s  fail"))
    }

    @Test func problemsBeyondLimitAreCounted() async throws {
        let source = ScriptedSource { _, context in
            for index in 0..<1500 { context.reportWarning("test", "warning \(index)") }
        }
        let told = Record<String>()
        let report = try await run(
            .test([("source", .source(source), []), ("sink", .sink(RecordingSink()), ["source"])])
        ) { $0.onEvent = { if let problem = $0.reportedProblem { told.append(problem.stage) } } }
        #expect(report.problems.count == 1000)
        #expect(report.unlistedProblems == 500)
        #expect(told.all.count == 1500)
        #expect(report.succeeded)
    }
}
