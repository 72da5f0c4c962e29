import Foundation
import Testing

/// Encrypted live runs that are killed continue their key periods, repeat no vector and publish no clear byte.
@Suite struct EncryptedRestartTests {
    @Test func aKilledRunContinuesItsKeysAndRepeatsNoVector() async throws {
        try await Scratch.use { scratch in
            try writeKeys(in: scratch, periods: 40)
            let pipeline = try scratch.write("encrypted.yaml", Self.pipeline)
            let output = try EncryptedOutput(scratch.file("out"), periods: 40) { _ in 0xa1 }
            var counts = [0]
            for goal in [5, 5, 6] {
                var command = scratch.command(["run", pipeline.path, "--set", "output=out", "--set", "size=160x90"])
                command.isIdle = true
                let run = try command.start()
                let wanted = counts[counts.count - 1] + goal
                let hasSegments = try await eventually(within: 60) {
                    try output.segments("video").count >= wanted && output.segments("audio").count >= wanted
                        || !run.isRunning
                }
                #expect(hasSegments && run.isRunning, "\(run.errors)")
                counts.append(try output.segments("video").count)
                run.signal(goal == 6 ? SIGINT : SIGKILL)
                _ = try await run.outcome(within: 30)
            }
            var vectors: [Int] = []
            for rendition in ["video", "audio"] {
                let periods = try output.periods(of: rendition).compactMap { $0 }
                #expect(periods == periods.sorted() && Set(periods).count > 1, "\(periods)")
                // A restart on a busy machine may take longer than a key period.
                #expect(zip(periods, periods.dropFirst()).count { $1 - $0 > 1 } <= 2, "\(periods)")
                vectors += try EncryptedOutput.vectors(output.parts(rendition))
            }
            // The key changes every second, but vectors must not repeat under any.
            #expect(vectors.count > 200 && Set(vectors).count == vectors.count)
            // The journal contains no key.
            for case let file as URL in try #require(
                FileManager.default.enumerator(at: scratch.file("out"), includingPropertiesForKeys: nil))
            {
                guard let data = try? Data(contentsOf: file) else { continue }
                #expect(data.firstRange(of: Data(repeating: 0xa1, count: 16)) == nil)
                #expect(data.firstRange(of: Data("a1a1a1a1".utf8)) == nil, "\(file.path)")
            }
        }
    }

    private static let pipeline = """
        pipeline: encrypted
        about: Short parts and key periods.
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
              method: cenc
              keys: { file: "keys/{period}.json" }
              systems: [common, clearkey]
              rotation: { interval: 1s }
          playlists:
            use: hls.playlist
            from: encrypted
            with: { type: live, window: 200, target-duration: 2s }

        """

    private func writeKeys(in scratch: Scratch, periods: Int) throws {
        try FileManager.default.createDirectory(at: scratch.file("keys"), withIntermediateDirectories: true)
        for period in 0..<periods {
            let id = EncryptedOutput.keyID(period)
            let key = String(repeating: "a1", count: 16)
            let file = try scratch.write("keys/\(period).json", "{\"keys\":[{\"kid\":\"\(id)\",\"key\":\"\(key)\"}]}")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
    }
}
