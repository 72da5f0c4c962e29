import Foundation
import OutsidePrograms
import Sluice
import Testing

/// The sections of a pipeline file that have an effect outside the media: hooks, the admin listener, listeners.
@Suite struct ProgramSectionTests {
    private func text(_ section: String) -> String {
        """
        pipeline: test
        \(section)
        stages:
          source:
            use: test.counting
            with: { count: 5 }
          sink:
            use: test.counted
            from: source
        """
    }

    @Test func hooksOfAFileAreDelivered() async throws {
        let folder = try TestFolder()
        let file = folder.path("events.json")
        let hooks = #"hooks: { log: { command: [sh, -c, "cat >> $0", "\#(file)"] } }"#
        let pipeline = try Pipeline(yaml: text(hooks), catalogue: .withTestStages)
        let status = try await pipeline.run()
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("pipeline.started") == true && lines.last?.contains("pipeline.stopped") == true)
        #expect(status.hooks.map(\.name) == ["log"] && status.hooks.first?.delivered == 2)
        #expect(pipeline.status.hooks.first?.delivered == 2)
    }

    @Test func hooksAreDeliveredForARunThatFails() async throws {
        let folder = try TestFolder()
        let file = folder.path("events.json")
        let hooks = #"hooks: { log: { command: [tee, "\#(file)"], events: [pipeline.failed] } }"#
        let failing = text(hooks).replacing("from: source", with: "from: source\n    with: { failure: disk gone }")
        let pipeline = try Pipeline(yaml: failing, catalogue: .withTestStages)
        await #expect(throws: PipelineError.self) { try await pipeline.run() }
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("disk gone"))
    }

    @Test func adminListenerIsRefusedWithItsLine() throws {
        let error = try #require(throws: PipelineError.self) {
            try Pipeline(yaml: text("admin: { address: 127.0.0.1:9000 }"), catalogue: .withTestStages)
        }
        guard case .invalid(let diagnostics) = error else { throw error }
        let found = try #require(diagnostics.errors.first)
        #expect(found.code == "admin-in-program" && found.location?.line == 2 && !found.notes.isEmpty)
        #expect(throws: Never.self) { try Pipeline(yaml: text("admin: ~"), catalogue: .withTestStages) }
    }

    private func served(_ name: String, on port: UInt16) throws -> Pipeline {
        try Pipeline(
            yaml: """
                pipeline: \(name)
                stages:
                  picture: { use: test.video, with: { size: 160x90, rate: 10, live: true } }
                  keyframes: { use: keyframe.force, from: picture, with: { interval: 500ms } }
                  video: { use: video.encode, from: keyframes, with: { bitrate: "100 kbit/s", tune: zerolatency } }
                  segments: { use: fmp4.segment, from: video, with: { interval: 500ms } }
                  playlists: { use: hls.playlist, from: segments, with: { type: live } }
                  origin: { use: http.origin, from: playlists, with: { listen: "127.0.0.1:\(port)", name: \(name) } }
                """)
    }

    @Test(.timeLimit(.minutes(2))) func pipelinesOfOneProgramShareAListener() async throws {
        let port = try FreePort.next()
        let pipelines = try ["first", "second"].map { try served($0, on: port) }
        let runs = pipelines.map { pipeline in Task { try await pipeline.run() } }
        for name in ["first", "second"] {
            #expect(try await ServedText.first("http://127.0.0.1:\(port)/\(name)/index.m3u8").hasPrefix("#EXTM3U"))
        }
        pipelines[0].stop()
        #expect(try await runs[0].value.succeeded)
        // The other one is still served, and a third one can take the name of the first.
        #expect(try await ServedText.first("http://127.0.0.1:\(port)/second/index.m3u8").hasPrefix("#EXTM3U"))
        let again = try served("first", on: port)
        let run = Task { try await again.run() }
        #expect(try await ServedText.first("http://127.0.0.1:\(port)/first/index.m3u8").hasPrefix("#EXTM3U"))
        for pipeline in [pipelines[1], again] { pipeline.stop() }
        #expect(try await runs[1].value.succeeded)
        #expect(try await run.value.succeeded)
    }
}
