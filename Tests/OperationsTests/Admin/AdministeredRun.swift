import Foundation
import PipelineRuntime
import Sluice
import StageKit
import SystemTime
import Testing

@testable import Operations

/// A live run with an admin listener on a free port and a Unix socket.
final class AdministeredRun: Sendable {
    let pipeline: Pipeline
    let server: AdminServer
    let folder: URL
    private let running: Task<Void, Never>

    /// Starts a run of a small test picture whose segments have the given interval.
    init(interval: String = "500ms", token: String = "", size: String = "160x90") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "admin-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "live.yaml")
        let text = """
            stages:
              picture: { use: test.video, with: { size: \(size), rate: 25, live: true } }
              video: { use: video.encode, from: picture, with: { codec: h264, bitrate: 200kbps } }
              segments: { use: fmp4.segment, from: video, with: { interval: \(interval) } }
              playlists: { use: hls.playlist, from: segments, with: { type: live, window: 5 } }
              folder: { use: file.folder, from: playlists, with: { path: "\(folder.path)/out" } }
            """
        try text.write(to: file, atomically: true, encoding: .utf8)
        let pipeline = try Pipeline(contentsOf: file.path)
        self.pipeline = pipeline
        var target = AdminTarget(pipeline)
        target.load = { () throws(PipelineError) in try Pipeline(contentsOf: file.path) }
        target.reload = { changed throws(PipelineError) in try await pipeline.reload(changed) }
        var network = AdminOptions()
        network.address.port = 0
        network.token = Secret(token)
        let configuration = AdminConfiguration(network: network, socket: folder.appending(path: "s").path)
        server = try AdminServer(configuration, clock: SystemClock()) { [target] in [target] }
        running = Task { _ = try? await pipeline.run() }
    }

    /// Edits the pipeline file.
    func replace(_ old: String, with new: String) throws {
        let file = folder.appending(path: "live.yaml")
        let text = try String(contentsOf: file, encoding: .utf8)
        try text.replacing(old, with: new).write(to: file, atomically: true, encoding: .utf8)
    }

    /// Waits until the run has published this many segments, up to 60 s.
    func segments(_ count: Int) async throws {
        for _ in 0..<1200 {
            if pipeline.status.renditions.contains(where: { $0.segments >= count }) { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("\(count) segments were not published")
    }

    /// Stops the run and the server.
    func stop() async {
        pipeline.stop()
        await running.value
        await server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Sends a request with curl, over TCP or the Unix socket.
    func request(_ path: String, _ options: [String] = [], overSocket: Bool = false) async throws -> AdminReplyText {
        var arguments = [
            "--silent", "--show-error", "--max-time", "20", "--write-out", "\n%{http_code} %{content_type}",
        ]
        if overSocket { arguments += ["--unix-socket", folder.appending(path: "s").path] }
        let output = try await Self.run("curl", arguments + options + ["http://127.0.0.1:\(server.port ?? 0)\(path)"])
        let end = try #require(output.output.lastIndex(of: "\n"))
        let words = output.output[output.output.index(after: end)...].split(separator: " ", maxSplits: 1)
        return AdminReplyText(
            status: Int(words.first ?? "") ?? 0, contentType: words.count > 1 ? String(words[1]) : "",
            text: String(output.output[..<end]))
    }

    /// Runs a program to its end; returns its exit code and its output with its errors.
    static func run(
        _ program: String, _ arguments: [String], in folder: URL? = nil
    ) async throws -> (code: Int32, output: String) {
        let process = Process()
        let output = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: output) }
        let file = try FileHandle(forWritingTo: output)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = folder ?? process.currentDirectoryURL
        (process.standardOutput, process.standardError) = (file, file)
        await withCheckedContinuation { continuation in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume() }
        }
        return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
    }
}
