import Foundation
import Glibc
import Sluice
import SystemTime
import Testing

@testable import Operations

@Suite struct RunClientTests {
    private let runs = [
        RunDirectory.Entry(process: 41, pipeline: "live-camera", path: "/etc/sluice/camera.yaml", socket: "/a"),
        RunDirectory.Entry(process: 42, pipeline: "live-stage", path: "/etc/sluice/stage.yaml", socket: "/b"),
        RunDirectory.Entry(process: 43, pipeline: "live", path: "/etc/sluice/live.yaml", socket: "/c"),
    ]

    @Test(arguments: [
        ("42", 42), ("live-camera", 41), ("live", 43), ("live-s", 42), ("/etc/sluice/stage.yaml", 42),
        ("camera.yaml", 41),
    ])
    func runIsFoundByProcessNameFileOrPrefix(name: String, process: Int32) throws {
        #expect(try RunClient.run(named: name, among: runs).process == process)
    }

    @Test func ambiguousAndUnknownNamesListTheRuns() {
        let ambiguous = #expect(throws: RunClient.Failure.self) { try RunClient.run(named: "live-", among: runs) }
        #expect(ambiguous?.message == "'live-' matches 2 runs")
        #expect(ambiguous?.notes == ["specify the process: 41 (live-camera), 42 (live-stage)"])
        let unknown = #expect(throws: RunClient.Failure.self) { try RunClient.run(named: "vod", among: runs) }
        #expect(unknown?.notes == ["runs: 41 (live-camera), 42 (live-stage), 43 (live)"])
        let unnamed = #expect(throws: RunClient.Failure.self) { try RunClient.run(named: nil, among: runs) }
        #expect(unnamed?.message == "no run is specified")
        let none = #expect(throws: RunClient.Failure.self) { try RunClient.run(named: "live", among: []) }
        #expect(none?.message == "there is no run 'live'")
    }

    @Test func statusAndReloadUseTheSocketOfTheRun() async throws {
        let text = """
            pipeline: asked
            stages:
              picture: { use: test.video }
              video: { use: video.encode, from: picture }
              segments: { use: fmp4.segment, from: video }
              playlists: { use: hls.playlist, from: segments }
              folder: { use: file.folder, from: playlists, with: { path: Output/asked } }
            """
        let pipeline = try Pipeline(yaml: text)
        let folder = FileManager.default.temporaryDirectory.appending(path: "rc-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = AdminConfiguration()
        configuration.socket = folder.appending(path: "run.sock").path
        let target = AdminTarget(pipeline)
        let server = try AdminServer(configuration, clock: SystemClock()) { [target] }
        let socket = try #require(configuration.socket)
        let client = RunClient(
            RunDirectory.Entry(process: getpid(), pipeline: "asked", path: "asked.yaml", socket: socket))
        let status = try await client.status()
        #expect(status.pipeline == "asked" && status.phase == .ready)
        #expect(status.sources.map(\.stage) == ["picture"])
        // The pipeline has no file.
        let failure = await #expect(throws: RunClient.Failure.self) { try await client.reload() }
        #expect(failure?.isUnreachable == false && failure?.message.contains("not loaded from a file") == true)
        await server.stop()
        let ended = await #expect(throws: RunClient.Failure.self) { try await client.status() }
        #expect(ended?.isUnreachable == true)
    }
}
