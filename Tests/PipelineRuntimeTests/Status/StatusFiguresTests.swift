import Foundation
import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

@Suite struct StatusFiguresTests {
    private func run(
        _ source: @escaping @Sendable (any Outlet<Sample>, StageContext) async throws -> Void
    ) async throws -> RunStatus {
        try await PipelineRuntimeTests.run(
            .test([("camera", .source(ScriptedSource(source)), []), ("sink", .sink(RecordingSink()), ["camera"])]))
    }

    @Test func tracksHaveFormatAndRates() async throws {
        let (video, audio) = (Track.scriptedVideo(1), Track.scriptedAudio(2))
        var text = Track.scriptedVideo(3)
        text.format = .timedText(.webVTT)
        let batches = [video, audio, text].map { track in
            Message<Sample>.script(track, Sample.scripted(track, count: 31))
        }
        let status = try await run { output, _ in
            for batch in batches { try await output.send(batch) }
        }
        let tracks = try #require(status.stages.first { $0.name == "camera" }?.tracks)
        #expect(tracks.map(\.mediaType) == ["video", "audio", "text"])
        #expect(tracks.map(\.codec) == ["I420", "S16LE", "wvtt"])
        #expect(tracks.map(\.payloads) == [31, 31, 31])
        #expect(tracks.map(\.hasEnded) == [true, true, true])
        #expect(tracks[0].width == 64 && tracks[0].height == 36)
        #expect(tracks[1].sampleRate == 48000 && tracks[1].channels == 2)
        // 31 samples of 4 bytes, 30 of them in one second; uncompressed media have no bit rate.
        #expect(tracks.map(\.averageBitRate) == [nil, nil, 960])
    }

    @Test func figuresOfStageAppearInStatus() async throws {
        let status = try await run { _, context in
            context.measure("speed-ratio", 1.5)
            context.figures.counter("frames", labels: ["reason": "late"], "Frames").add(3)
            context.figures.gauge("broken", "Not finite").set(Double.infinity)
        }
        let stage = try #require(status.stages.first { $0.name == "camera" })
        #expect(stage.measures == ["speed-ratio": 1.5])
        #expect(stage.figures?.map(\.name) == ["speed", "frames"])
    }

    @Test func outputsAreAssembledFromFigures() async throws {
        let status = try await run { _, context in
            let figures = context.figures
            let target = ["target": "https://store.example.org/live/"]
            figures.gauge(FigureName.pushBacklog, unit: .bytes, labels: target, "Backlog").set(2048)
            figures.counter(FigureName.pushFailures, labels: ["target": "x", "reason": "failed"], "Failures").add(2)
            figures.counter(FigureName.pushFailures, labels: ["target": "x", "reason": "refused"], "Failures").add(1)
            figures.gauge(FigureName.diskFree, unit: .bytes, labels: ["folder": "out"], "Free").set(1 << 30)
            figures.counter(FigureName.findings, labels: ["rule": "R12", "level": "must"], "Findings").add(4)
            figures.gauge(FigureName.originConnections, "Connections").set(7)
            figures.counter(
                FigureName.originRequests, labels: ["kind": "part", "code": "2xx", "protocol": "h2"], "Requests"
            ).add(9)
            figures.gauge(FigureName.originViewers, labels: ["rendition": "video/index.m3u8"], "Viewers").set(3)
            context.reportWarning("store-failing", "the store does not accept files")
        }
        let push = try #require(status.pushes.first)
        #expect(push.backlogBytes == 2048 && push.failures == 3)
        #expect(push.lastError == "the store does not accept files")
        #expect(status.disks.map(\.freeBytes) == [1 << 30] && status.disks.first?.usedBytes == nil)
        #expect(status.findings.map(\.count) == [4])
        let origin = try #require(status.origins.first)
        #expect(origin.connections == 7 && origin.requests.map(\.count) == [9] && origin.viewers.map(\.count) == [3])
        let read = try JSONDecoder().decode(RunStatus.self, from: JSONEncoder().encode(status))
        #expect(read.pushes == status.pushes && read.origins == status.origins && read.stages == status.stages)
    }

    @Test func lossIsCountedWithDuration() async throws {
        let status = try await run { _, context in
            for _ in 0..<2 {
                context.reportWarning(ProblemCode.sourceLost, "no data")
                try await Task.sleep(for: .milliseconds(30))
                context.reportWarning(ProblemCode.sourceReturned, "resumed")
            }
            context.reportWarning(ProblemCode.sourceLost, "no data")
        }
        let source = try #require(status.sources.first)
        #expect(source.losses == 3 && source.reconnects == 2 && source.isLost)
        #expect(source.lostSeconds >= 0.06)
        #expect(source.state == .ended)
    }

    @Test func lostTrackOfASourceIsAState() async throws {
        let status = try await run { _, context in
            for (media, value) in [("audio", 1.0), ("video", 0)] {
                context.figures.gauge(FigureName.lostTrack, labels: ["media": media], "Lost track").set(value)
            }
        }
        #expect(status.stages.compactMap(\.lostTracks) == [["audio"]])
        #expect(status.description.contains(": no audio"))
    }

    /// Logs and reports write the name of the stage before its message, which may begin with it.
    @Test(arguments: [
        ("feed: no data", "no data"), ("feed: feed: no data", "feed: no data"), ("feeder: no data", "feeder: no data"),
        ("no data from feed: timeout", "no data from feed: timeout"), ("feed:", "feed:"), ("feed: ", ""), ("", ""),
    ])
    func stageNameAtTheStartOfAMessageIsNotRepeated(message: String, expected: String) async throws {
        #expect(message.withoutStage("feed") == expected)
        let problem = RunStatus.ReportedProblem(Problem(.note, code: "test", message: message), from: "feed", at: nil)
        #expect(problem.message == expected)
    }

    @Test func lastProblemsHaveDatesAndAreBounded() async throws {
        let begin = Date().timeIntervalSince1970
        let status = try await run { _, context in
            for index in 0..<70 { context.reportWarning("test", "warning \(index)") }
        }
        #expect(status.lastProblems.count == 50)
        #expect(status.lastProblems.last?.message == "warning 69")
        let times = status.lastProblems.compactMap(\.time)
        #expect(times.count == 50 && times == times.sorted() && (times.first ?? 0) >= begin - 1)
        #expect((status.startTime ?? 0) >= begin - 1 && status.time >= status.startTime ?? .infinity)
        #expect(status.process == Int(ProcessInfo.processInfo.processIdentifier))
    }
}
