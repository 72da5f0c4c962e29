import Foundation
import OutsidePrograms
import Sluice
import SluiceServices
import Testing

@Suite struct StreamingServiceTests {
    private static let origin = """
        stages:
          picture: { use: test.video, with: { size: 160x90, rate: 10, live: true } }
          keyframes: { use: keyframe.force, from: picture, with: { interval: 500ms } }
          video: { use: video.encode, from: keyframes, with: { codec: h264, bitrate: "100 kbit/s" } }
          segments: { use: fmp4.segment, from: video, with: { interval: 500ms } }
          playlists: { use: hls.playlist, from: segments, with: { type: live } }
          origin: { use: http.origin, from: playlists, with: { listen: "127.0.0.1:PORT" } }
        """

    private func write(_ text: String, _ name: String, _ folder: TestFolder) throws {
        try text.write(to: folder.url(name), atomically: true, encoding: .utf8)
    }

    @Test(.timeLimit(.minutes(2))) func pipelinesAreStatesAndOneFailsAlone() async throws {
        let folder = try TestFolder()
        try write("stages: []\n", "broken.yaml", folder)
        let counted =
            "stages:\n  source: { use: test.counting, with: { count: 5 } }\n  sink: { use: test.counted, from: source }\n"
        try write(counted, "counted.yaml", folder)
        try write(counted.replacing("from: source", with: "from: source, with: { failure: gone }"), "bad.yaml", folder)
        try write("pipelines:\n  bad: { restart: never }\n", "service.yaml", folder)
        let service = try StreamingService(contentsOf: folder.root.path, catalogue: .withTestStages)
        var events = service.events.makeAsyncIterator()
        let run = Task { try await service.run() }
        var states: [String: PipelineState] = [:]
        while states["counted"] != .finished || states["bad"] != .failed || states["broken"] != .invalid {
            guard let event = await events.next() else { break }
            if case .state(let name, let state, _) = event { states[name] = state }
        }
        let status = await service.status
        #expect(status.pipelines.map(\.name) == ["bad", "broken", "counted"])
        #expect(status.pipelines[0].reason.contains("gone"))
        #expect(status.pipelines[1].diagnostics.contains("broken.yaml:1:"))
        #expect(status.pipelines[2].run?.measure("received-count", of: "sink") == 5)
        await #expect(throws: StreamingServiceError.self) { try await service.start("other") }
        await #expect(throws: StreamingServiceError.self) { try await service.run() }
        service.stop()
        try await run.value
        while await events.next() != nil {}
    }

    @Test(.timeLimit(.minutes(1))) func cancellingTheTaskStopsTheService() async throws {
        let folder = try TestFolder()
        try write(
            "stages:\n  source: { use: test.counting }\n  sink: { use: test.counted, from: source }\n", "endless.yaml",
            folder)
        let service = try StreamingService(contentsOf: folder.root.path, catalogue: .withTestStages)
        let events = service.events
        let run = Task { try await service.run() }
        for await event in events {
            if case .state("endless", .running, _) = event { break }
        }
        run.cancel()
        try await run.value
        #expect(await service.status.pipelines.first?.run?.phase == .stopped)
    }

    @Test func sectionsOfTheToolAreRefusedWithTheirLines() throws {
        let folder = try TestFolder()
        try write("pipelines: {}\nmovies: { path: /srv/movies }\nlog: { level: debug }\n", "service.yaml", folder)
        let error = try #require(throws: StreamingServiceError.self) {
            try StreamingService(contentsOf: folder.root.path)
        }
        guard case .invalid(let diagnostics) = error else { throw error }
        let found = diagnostics.errors.filter { $0.code == "section-in-program" }
        #expect(found.map { $0.location?.line } == [2, 3])
        #expect(error.description.contains("service.yaml:2:1: error: a service in a program has no 'movies'"))
    }

    @Test(.timeLimit(.minutes(5))) func exampleRunsAFolderOnOnePort() async throws {
        let example = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Examples/PipelineFolder/Sources/PipelineFolder/main.swift")
        let program = try OutsideProgram.build("PipelineFolder", sources: [example])
        let folder = try TestFolder()
        let port = try FreePort.next()
        for name in ["first", "second"] {
            try write(Self.origin.replacing("PORT", with: "\(port)"), "\(name).yaml", folder)
        }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [folder.root.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        for name in ["first", "second"] {
            #expect(try await ServedText.first("http://127.0.0.1:\(port)/\(name)/index.m3u8").hasPrefix("#EXTM3U"))
        }
        process.interrupt()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        for name in ["first", "second"] {
            #expect(text.contains("\(name): running") && text.contains("\(name): stopping"), "\(text)")
        }
    }
}
