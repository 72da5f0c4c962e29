import Foundation
import Media
import PipelineRuntime
import Synchronization
import Testing

@testable import Operations
@testable import Sluice

@Suite struct HookDispatcherTests {
    private func text(_ hooks: String, output: String) -> String {
        """
        pipeline: hooked
        hooks:
        \(hooks)
        stages:
          picture:
            use: test.video
            with: { size: 160x90, rate: 10 }
          keyframes:
            use: keyframe.force
            from: picture
            with: { interval: 1s }
          video:
            use: video.encode
            from: keyframes
            with: { codec: h264, bitrate: 100kbps }
          segments:
            use: fmp4.segment
            from: video
            with: { interval: 1s }
          playlists:
            use: hls.playlist
            from: segments
            with: { type: event }
          folder:
            use: file.folder
            from: playlists
            with: { path: "\(output)" }
        """
    }

    @Test func runSendsItsEvents() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hooks-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try HookServer { _ in .status(200) }
        let hooks = """
              all:
                url: \(server.url)
                events: [pipeline.started, pipeline.ready, segment.published, recording.finished, pipeline.stopped]
            """
        let pipeline = try Pipeline(yaml: text(hooks, output: folder.path))
        let dispatcher = HookDispatcher { Issue.record("\($0.message)") }
        dispatcher.update(pipeline.plan.hooks, redactor: pipeline.plan.redactor)
        let following = dispatcher.follow(pipeline)
        try await pipeline.run(duration: .seconds(6), onEvent: nil)
        await following.value
        await dispatcher.finish()
        let types = server.calls.compactMap { $0.json["type"] as? String }
        #expect(types.first == "pipeline.started" && types.last == "pipeline.stopped")
        #expect(types.count { $0 == "segment.published" } == 6)
        let ready = try #require(types.firstIndex(of: "pipeline.ready"))
        // Three segments reach three target durations. The status that decides may be newer than the event after which
        // it is read.
        #expect(types[..<ready].contains("segment.published") && types[ready...].contains("segment.published"))
        let recording = try #require(server.calls.first { $0.json["type"] as? String == "recording.finished" })
        #expect((recording.json["data"] as? [String: Any])?["path"] as? String == folder.path)
        let figures = try #require(pipeline.status.hooks.first)
        #expect(figures.name == "all" && figures.delivered == types.count)
        let page = MetricsPage([pipeline.status], build: [], process: false).text(.prometheus)
        #expect(
            page.contains(
                #"sluice_hook_events_total{pipeline="hooked",hook="all",result="delivered"} \#(types.count)"#))
    }

    @Test func recipientThatHangsDoesNotDelayTheRun() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hooks-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try HookServer { _ in .hang }
        let hooks = """
              slow:
                url: \(server.url)
                timeout: 600s
                queue: 2
                events: [segment.published]
            """
        let pipeline = try Pipeline(yaml: text(hooks, output: folder.path))
        let dispatcher = HookDispatcher { _ in }
        dispatcher.update(pipeline.plan.hooks, redactor: pipeline.plan.redactor)
        let following = dispatcher.follow(pipeline)
        let status = try await pipeline.run(duration: .seconds(6), onEvent: nil)
        #expect(status.renditions.first?.segments == 6)
        #expect(server.calls.count == 1)
        await following.value
        let finishing = Task { await dispatcher.finish() }
        finishing.cancel()
        await finishing.value
    }
}
