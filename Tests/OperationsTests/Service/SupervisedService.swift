import Foundation
import PipelineFile
import Sluice
import SystemTime
import Testing

@testable import Operations

/// A service of pipeline files in a temporary folder, with an admin listener on a Unix socket.
final class SupervisedService: Sendable {
    let folder: URL
    let service: PipelineService
    let server: AdminServer

    /// Starts a service of these files, by name in its folder. `FOLDER` in them is the path of a folder for output.
    init(_ files: [String: String]) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ss-\(UUID().uuidString.prefix(8))")
        self.folder = folder
        try FileManager.default.createDirectory(
            at: folder.appending(path: "channels"), withIntermediateDirectories: true)
        for (name, text) in files { try Self.write(name, text, in: folder) }
        let service = PipelineService(
            [folder.appending(path: "channels").path], clock: SystemClock(),
            load: { definition, placement in
                PipelineFile.load(
                    path: definition.path, settings: definition.settings.parameters.values, catalogue: .builtIn,
                    service: placement)
            },
            onEvent: { _ in })
        self.service = service
        server = try AdminServer(
            AdminConfiguration(socket: folder.appending(path: "s").path), clock: SystemClock(),
            service: { await service.status }, figures: { service.figures }
        ) { service.targets }
        await service.start()
    }

    private static func write(_ name: String, _ text: String, in folder: URL) throws {
        try Data(text.replacing("FOLDER", with: folder.path).utf8).write(
            to: folder.appending(path: "channels/\(name)"), options: .atomic)
    }

    func write(_ name: String, _ text: String) throws { try Self.write(name, text, in: folder) }

    /// Stops the service and removes its files.
    func stop() async {
        await service.stop()
        await server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The status of a pipeline; nil if there is none of this name.
    func status(_ name: String) async -> ServiceStatus.Pipeline? {
        await service.status.pipelines.first { $0.name == name }
    }

    /// Waits for a condition, up to 60 s; records an issue if it does not come.
    func wait(_ what: String, until condition: () async throws -> Bool) async throws {
        for _ in 0..<600 {
            if try await condition() { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        let status = await service.status
        Issue.record("\(what): \(status)")
    }

    /// Sends a request with curl; returns the status and the body.
    func request(_ path: String, isPost: Bool = false) async throws -> (status: Int, text: String) {
        let output = try await AdministeredRun.run(
            "curl",
            [
                "--silent", "--max-time", "20", "--unix-socket", folder.appending(path: "s").path, "--write-out",
                "\n%{http_code}", "--request", isPost ? "POST" : "GET", "http://localhost\(path)",
            ]
        ).output
        let end = try #require(output.lastIndex(of: "\n"))
        return (Int(output[output.index(after: end)...]) ?? 0, String(output[..<end]))
    }

    /// A live pipeline whose segments have half a second.
    static func live(_ sink: String = "folder: { use: file.folder, from: playlists, with: { path: FOLDER/out } }")
        -> String
    {
        """
        stages:
          picture: { use: test.video, with: { size: 160x90, rate: 25, live: true } }
          boundaries: { use: keyframe.force, from: picture, with: { interval: 500ms } }
          video: { use: video.encode, from: boundaries, with: { bitrate: 200kbps } }
          segments: { use: fmp4.segment, from: video, with: { interval: 500ms } }
          playlists: { use: hls.playlist, from: segments, with: { type: live, window: 6, end-list: false } }
          \(sink)

        """
    }

    /// A pipeline whose source fails at the start.
    static let failing = """
        stages:
          input: { use: mp4.read, with: { path: FOLDER/absent.mp4 } }
          segments: { use: fmp4.segment, from: input }
          playlists: { use: hls.playlist, from: segments }
          folder: { use: file.folder, from: playlists, with: { path: FOLDER/failing } }

        """

    /// A service file with a hook that appends all events to the file `events.jsonl`.
    static let serviceFile = """
        hooks: { log: { command: [tee, -a, FOLDER/events.jsonl] } }
        defaults: { restart-delay: 50ms, restart-delay-limit: 200ms }
        pipelines: {}

        """

    /// The lines that the hook has written.
    var events: [Substring] {
        let text = (try? String(contentsOf: folder.appending(path: "events.jsonl"), encoding: .utf8)) ?? ""
        return text.replacing("}{", with: "}\n{").split(separator: "\n")
    }
}
