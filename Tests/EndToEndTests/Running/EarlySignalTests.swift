import Foundation
import Testing

/// Signals that arrive while the tool starts: a reload is done once the run has started, and a stop ends it in order.
///
/// The number of threads shows how far the tool has come: the first one is created at its start, those of the run later.
@Suite struct EarlySignalTests {
    private static let threads = [2, 3, 4, 6]

    private func pipeline(_ scratch: Scratch, window: Int) -> String {
        """
        pipeline: early
        stages:
          picture: { use: test.video, with: { size: 64x36, rate: 25, live: true } }
          video: { use: video.encode, from: picture, with: { bitrate: 50kbps } }
          segments: { use: fmp4.segment, from: video, with: { interval: 500ms } }
          playlists: { use: hls.playlist, from: segments, with: { type: live, window: \(window) } }
          folder: { use: file.folder, from: playlists, with: { path: "\(scratch.file("out").path)" } }

        """
    }

    /// Starts the tool, and sends a signal as soon as it has this number of threads.
    private func start(
        _ command: String, in scratch: Scratch, threads: Int, _ signal: Int32
    ) async throws -> RunningProgram {
        try FileManager.default.createDirectory(at: scratch.file("channels"), withIntermediateDirectories: true)
        _ = try scratch.write("channels/early.yaml", pipeline(scratch, window: 5))
        var command = scratch.command(command == "serve" ? ["serve", "channels"] : ["run", "channels/early.yaml"])
        command.environment = ["XDG_RUNTIME_DIR": scratch.folder.path]
        command.isIdle = true
        let program = try command.start()
        let folder = "/proc/\(program.pid)/task"
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end, program.isRunning {
            let count = (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
            if count >= threads { break }
            await Task.yield()
        }
        // The changed file may be read at the start or by the reload.
        _ = try scratch.write("channels/early.yaml", pipeline(scratch, window: 6))
        program.signal(signal)
        return program
    }

    @Test(arguments: ["run", "serve"], threads) func earlyHangUpReloads(command: String, threads: Int) async throws {
        try await Scratch.use { scratch in
            let program = try await start(command, in: scratch, threads: threads, SIGHUP)
            let playlist = scratch.file("out/video/playlist.m3u8")
            let isPublished = try await eventually(within: 45) {
                let hasReloaded = command == "serve" || program.errors.contains("reloaded: ")
                return hasReloaded && FileManager.default.fileExists(atPath: playlist.path) || !program.isRunning
            }
            #expect(isPublished && program.isRunning, "\(program.errors)")
            program.signal(SIGINT)
            _ = try await program.outcome(within: 30).succeeded()
        }
    }

    @Test(arguments: ["run", "serve"], threads) func earlyStopEndsInOrder(command: String, threads: Int) async throws {
        try await Scratch.use { scratch in
            let program = try await start(command, in: scratch, threads: threads, threads % 2 == 0 ? SIGTERM : SIGINT)
            let outcome = try await program.outcome(within: 45).succeeded()
            #expect(outcome.errors.contains("stopping: "), "\(outcome)")
        }
    }
}
