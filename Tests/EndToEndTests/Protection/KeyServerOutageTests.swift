import Foundation
import Testing

/// A live stream continues with its keys for the grace time of its rotation while the key server is down, then lists gaps,
/// and recovers. It never contains a clear segment.
@Suite struct KeyServerOutageTests {
    @Test func anOutageEndsInGapsUntilTheServerReturns() async throws {
        try await Scratch.use { scratch in
            let port = freePort()
            var server = try await serve(port, in: scratch)
            defer { server.end() }
            let pipeline = try scratch.write("outage.yaml", Self.pipeline(port))
            var command = scratch.command(
                [
                    "run", pipeline.path, "--set", "output=out", "--set", "size=160x90", "--admin", "127.0.0.1:0",
                ], limit: 240)
            command.isIdle = true
            let run = try command.start()
            defer { run.end() }
            let output = try EncryptedOutput(scratch.file("out"), periods: 200) { UInt8($0 + 16) }
            func periods() throws -> [Int?] { try output.periods(of: "video") }
            func waits(for condition: () async throws -> Bool) async throws {
                let isSo = try await eventually(within: 60) {
                    if !run.isRunning { return true }
                    return try await condition()
                }
                guard isSo, run.isRunning else { throw Unable("it did not come to that: \(run.errors.suffix(3000))") }
            }
            func metric(_ name: String) async throws -> Double {
                let admin = try #require(run.errors.firstMatch(of: /admin listener on (http:.*)\n/)).1
                let page = try await scratch.run("curl", ["-sf", "\(admin)metrics"])
                let line = page.output.split(separator: "\n").first { $0.hasPrefix(name) }
                return line.flatMap { $0.split(separator: " ").last }.flatMap { Double($0) } ?? 0
            }
            try await waits { try (periods().last ?? nil) ?? 0 >= 1 }
            #expect(try await metric("sluice_key_delay_seconds{") == 0)

            server.end()
            try await waits { run.errors.contains("remain in use for at most") }
            try await waits { try await metric("sluice_key_delay_seconds{") > 0 }
            try await waits { run.errors.contains("segments are listed as gaps until") }
            try await waits { try periods().suffix(2).allSatisfy { $0 == nil } }
            #expect(try await metric("sluice_withheld_segments_total{") >= 1)
            #expect(try await metric("sluice_key_failures_total{") >= 1)
            #expect(try await metric("sluice_key_delay_seconds{") >= 3)

            server = try await serve(port, in: scratch)
            try await waits { run.errors.contains("segments are encrypted with the keys") }
            try await waits { try periods().suffix(3).allSatisfy { $0 != nil } }
            #expect(try await metric("sluice_key_delay_seconds{") == 0)
            run.signal(SIGINT)
            let outcome = try await run.outcome(within: 60)
            #expect(!outcome.isTimedOut, "\(outcome)")

            for rendition in ["video", "audio"] {
                let all = try output.periods(of: rendition)
                let used = all.compactMap { $0 }
                #expect(used == used.sorted() && Set(used).count >= 3, "\(all)")
                // One outage: segments with keys, gaps, and segments with keys of a later period.
                let first = try #require(all.firstIndex(of: nil)), last = try #require(all.lastIndex(of: nil))
                #expect(all[first...last].allSatisfy { $0 == nil } && last < all.count - 1, "\(all)")
                // Three seconds of grace after the end of a period of two.
                #expect(all[..<first].count { $0 == all[first - 1] } >= 6, "\(all)")
            }
        }
    }

    private func serve(_ port: UInt16, in scratch: Scratch) async throws -> RunningProgram {
        let script = Sluice.script("key-server.py").path
        let server = try Command(program: "python3", arguments: [script, "\(port)"], folder: scratch.folder).start()
        guard try await eventually(within: 30, { canConnect(to: port) || !server.isRunning }), server.isRunning else {
            throw Unable("the key server does not start: \(server.errors)")
        }
        return server
    }

    private static func pipeline(_ port: UInt16) -> String {
        """
        pipeline: outage
        about: Short parts and key periods of a key server.
        extends: "\(Sluice.pipeline("live-test-pattern").path)"
        stages:
          segments:
            use: fmp4.segment
            from: [video, audio]
            with: { profile: cmaf, interval: 500ms, part: 250ms }
          keyframes:
            use: keyframe.force
            from: picture
            with: { interval: 500ms }
          encrypted:
            use: fmp4.encrypt
            from: segments
            with:
              method: cbcs
              keys: { http: { url: "http://127.0.0.1:\(port)/{period}.json" } }
              systems: [common, clearkey]
              rotation: { interval: 2s, grace: 3s }
          playlists:
            use: hls.playlist
            from: encrypted
            with: { type: live, window: 400, target-duration: 2s }

        """
    }
}
