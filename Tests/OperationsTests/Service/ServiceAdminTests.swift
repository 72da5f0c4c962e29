import Foundation
import PipelineFile
import Sluice
import StageKit
import SystemTime
import Testing

@testable import Operations

@Suite struct ServiceAdminTests {
    private static let pipeline = """
        stages:
          picture: { use: test.video, with: { size: 160x90, rate: 25, live: true } }
          video: { use: video.encode, from: picture, with: { bitrate: 200kbps } }
          segments: { use: fmp4.segment, from: video, with: { interval: 500ms } }
          playlists: { use: hls.playlist, from: segments, with: { type: live, window: 5 } }
          folder: { use: file.folder, from: playlists, with: { path: "OUTPUT" } }
        """

    /// Runs a service with the pipeline files 'a', 'b' and 'broken', which start when they are requested.
    private func withService(_ body: (PipelineService, URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sa-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["a", "b"] {
            let text = Self.pipeline.replacing("OUTPUT", with: folder.appending(path: "out-\(name)").path)
            try text.write(to: folder.appending(path: "\(name).yaml"), atomically: true, encoding: .utf8)
        }
        try "stages: []\n".write(to: folder.appending(path: "broken.yaml"), atomically: true, encoding: .utf8)
        var defaults = PipelineSettings()
        defaults.start = .manual
        let service = PipelineService(
            [folder.path], defaults: defaults, clock: SystemClock(),
            load: { definition, placement in
                PipelineFile.load(path: definition.path, catalogue: .builtIn, service: placement)
            },
            onEvent: { _ in })
        await service.start()
        try await body(service, folder)
        await service.stop()
    }

    @Test func historyOfAPipelineLastsUntilItsNextRun() async throws {
        try await withService { service, folder in
            func histories() -> [ObjectIdentifier] { service.targets.map { ObjectIdentifier($0.history) } }
            let first = histories()
            #expect(first.count == 3 && histories() == first)
            // Reading the files again, and starting another pipeline, changes nothing.
            await service.rescan()
            try "stages: {}\n".write(to: folder.appending(path: "c.yaml"), atomically: true, encoding: .utf8)
            await service.rescan()
            await service.start("b")
            let names = service.targets.map(\.name)
            #expect(names == ["a", "b", "broken", "c"])
            let second = histories()
            #expect(second[0] == first[0] && second[2] == first[2] && second[1] != first[1])
            await service.stop("b")
            while service.targets[1].state != "stopped" { try await Task.sleep(for: .milliseconds(20)) }
            await service.rescan()
            #expect(histories() == second)
        }
    }

    @Test func stopLeavesPlaylistsOpenUnlessItEndsThem() async throws {
        try await withService { service, folder in
            for (name, mode) in [("a", nil), ("b", StopMode.end)] {
                let playlist = folder.appending(path: "out-\(name)/video/playlist.m3u8")
                await service.start(name)
                while !FileManager.default.fileExists(atPath: playlist.path) {
                    try await Task.sleep(for: .milliseconds(20))
                }
                await service.stop(name, mode)
                while service.targets.first(where: { $0.name == name })?.state != "stopped" {
                    try await Task.sleep(for: .milliseconds(20))
                }
                let text = try String(contentsOf: playlist, encoding: .utf8)
                #expect(text.contains("#EXT-X-ENDLIST") == (mode == .end), "\(name)")
            }
        }
    }

    /// A job with every member, and one that cannot be read.
    private static var jobs: JobList {
        var job = JobSummary(output: "/srv/a")
        (job.tasks, job.done, job.fraction, job.secondsLeft) = (4, 1, 0.25, 12.5)
        job.running = [.init(task: 1, host: "n1", fraction: 0.5)]
        job.failed = [.init(task: 2, log: ["error: disk full"], command: "sluice job work /srv/a --index 2")]
        var damaged = JobSummary(output: "/srv/b")
        damaged.problem = "the plan is damaged"
        return JobList([job, damaged], isCut: true)
    }

    @Test func answersOfAServiceMatchTheirSchemas() async throws {
        try await withService { service, folder in
            await service.start("a")
            let socket = folder.appending(path: "s").path
            let server = try AdminServer(
                AdminConfiguration(socket: socket), clock: SystemClock(), service: { await service.status },
                jobs: { Self.jobs }
            ) { service.targets }
            func request(_ path: String) async throws -> AdminReplyText {
                let reply = try await AdministeredRun.run(
                    "curl",
                    ["-sS", "--max-time", "20", "--unix-socket", socket, "http://localhost\(path)"])
                return AdminReplyText(status: reply.code == 0 ? 200 : 0, contentType: "", text: reply.output)
            }
            while service.targets[0].status().renditions.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
            let answers = [
                ("GET /service", try await request("/service")), ("GET /pipelines", try await request("/pipelines")),
                ("GET /jobs", try await request("/jobs")),
            ]
            let status = try answers[0].1.object
            let pipelines = try #require(status["pipelines"] as? [[String: Any]])
            #expect(pipelines.map { $0["state"] as? String } == ["running", "stopped", "invalid"])
            #expect((pipelines[2]["diagnostics"] as? String)?.contains("broken.yaml:1:") == true)
            try await AnswerJudge.judge(answers, by: try await request("/openapi.json"), in: folder)
            await server.stop()
        }
    }
}
