import Foundation
import Operations
import Sluice
import Synchronization
import Testing

@Suite struct PipelineLogTests {
    @Test func runLogsItsEventsWithDocumentedFields() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipeline = try Pipeline("pattern") {
            PipelineStage("picture", use: "test.video", with: ["size": "64x36", "rate": "10"])
            PipelineStage("keyframes", use: "keyframe.force", with: ["interval": "1s"])
            PipelineStage("video", use: "video.encode")
            PipelineStage("segments", use: "fmp4.segment", with: ["interval": "1s"])
            PipelineStage("playlists", use: "hls.playlist", with: ["type": "event", "multivariant": "main.m3u8"])
            PipelineStage("folder", use: "file.folder", with: ["path": .value(folder.path)])
        }
        let written = WrittenEvents()
        let log = Log(to: written, level: .debug)
        let outputs = RunOutputs(pipeline.plan)
        try await pipeline.run(duration: .seconds(3)) { event in
            var summary: RunSummary?
            if case .ended(let status) = event { summary = RunSummary(status, outputs: outputs) }
            log.record(event, of: "pattern", summary: summary)
        }
        log.flush()
        let events = written.events
        #expect(events.contains { $0.kind == .pipelineStarted } && events.last?.kind == .pipelineStopped)
        #expect(events.count { $0.kind == .segmentPublished } == 3, "\(events)")
        for event in events {
            #expect(Set(event.fields.map(\.name)).isSubset(of: event.kind.fields), "\(event)")
            #expect(event.pipeline == "pattern")
        }
        let last = try #require(events.last)
        #expect(last.message.hasPrefix("done: \(folder.path)/main.m3u8, 3.0 s, 1 rendition, 3 segments"))
        #expect(last[.outputs] == .text("\(folder.path)/main.m3u8") && last[.phase] == .text("finished"))
    }

    @Test func failedRunIsLoggedAtTheStage() async throws {
        let pipeline = try Pipeline("missing") {
            PipelineStage("movie", use: "mp4.read", with: ["path": "/nonexistent/movie.mp4"])
            PipelineStage("segments", use: "fmp4.segment")
            PipelineStage("playlists", use: "hls.playlist")
            PipelineStage("resources", use: "file.folder", with: ["path": .value(NSTemporaryDirectory() + "unused")])
        }
        let written = WrittenEvents()
        let log = Log(to: written, level: .error)
        _ = try? await pipeline.run(duration: nil) { log.record($0, of: "missing") }
        log.flush()
        let event = try #require(written.events.last)
        #expect(event.kind == .pipelineFailed && event.level == .error && event.stage == "movie")
        #expect(event[.kind] == .text("mp4.read") && event.message.contains("/nonexistent/movie.mp4"))
        #expect(Set(event.fields.map(\.name)).isSubset(of: event.kind.fields), "\(event)")
    }
}
