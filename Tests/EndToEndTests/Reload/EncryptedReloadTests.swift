import Foundation
import HLS
import Testing

/// Reloads of a pipeline with encryption continue the key period and repeat no vector, and publish no clear segment.
@Suite struct EncryptedReloadTests {
    @Test func keysContinueWhenStagesAroundThemAreReplaced() async throws {
        try await Scratch.use { scratch in
            try writeKeys(in: scratch)
            let pipeline = try write(window: 100, grace: "10s", bitRate: "200kbps", in: scratch)
            var command = scratch.command(["run", pipeline.path], limit: 240)
            command.isIdle = true
            let run = try command.start()
            defer { run.end() }
            let output = try EncryptedOutput(scratch.file("out"), periods: 60) { UInt8($0 + 16) }
            func waits(for condition: () throws -> Bool) async throws {
                let isSo = try await eventually(within: 60) { try !run.isRunning || condition() }
                guard isSo, run.isRunning else { throw Unable("it did not come to that: \(run.errors.suffix(3000))") }
            }
            func waitsForSegments(_ count: Int) async throws {
                let wanted = try output.segments("video").count + count
                try await waits {
                    try output.segments("video").count >= wanted && output.segments("audio").count >= wanted
                }
            }
            try await waitsForSegments(4)
            for (window, grace, bitRate, replaced) in [
                (100, "10s", "300kbps", "replaced: video\n"),
                (90, "10s", "300kbps", "replaced: playlists, folder\n"),
                (90, "20s", "300kbps", "replaced: encrypted, playlists, folder\n"),
            ] {
                _ = try write(window: window, grace: grace, bitRate: bitRate, in: scratch)
                run.signal(SIGHUP)
                try await waits { run.errors.contains(replaced) }
                try await waitsForSegments(5)
            }
            // Without the encrypting stage, the presentation would continue in the clear.
            let encrypted = try String(contentsOf: pipeline, encoding: .utf8)
            let clear = encrypted.replacing(/\ +encrypted:\n( {4}.*\n)+/, with: "")
            _ = try scratch.write("pipeline.yaml", clear.replacing("from: encrypted", with: "from: segments"))
            run.signal(SIGHUP)
            try await waits { run.errors.contains("would continue an encrypted presentation in the clear") }
            try await waitsForSegments(2)
            run.signal(SIGINT)
            _ = try await run.outcome(within: 60).succeeded()
            for rendition in ["video", "audio"] {
                let playlist = try #require(try output.playlist(rendition))
                #expect(playlist.mediaSequence == 0 && playlist.segments.count >= 19)
                let periods = try output.periods(of: rendition).compactMap { $0 }
                #expect(periods.count > 15 && periods.first == 0, "\(periods)")
                #expect(periods == periods.sorted(), "\(periods)")
                #expect(zip(periods, periods.dropFirst()).allSatisfy { $1 - $0 <= 1 }, "\(periods)")
                // Each period has three segments, except where reloads begin a segment early.
                let counts = Dictionary(grouping: periods) { $0 }.mapValues(\.count)
                #expect(counts.values.allSatisfy { $0 <= 7 } && counts.count >= 4, "\(periods)")
            }
            let files = try output.segments("video") + output.segments("audio")
            let vectors = try EncryptedOutput.vectors(files)
            #expect(vectors.count > 500 && Set(vectors).count == vectors.count)
        }
    }

    private func write(window: Int, grace: String, bitRate: String, in scratch: Scratch) throws -> URL {
        try scratch.write(
            "pipeline.yaml",
            """
            pipeline: reloaded
            stages:
              picture: { use: test.video, with: { size: 160x90, rate: 25, live: true } }
              tone: { use: test.audio, with: { rate: 48000, channels: 2, live: true } }
              keyframes: { use: keyframe.force, from: picture, with: { interval: 1s } }
              video: { use: video.encode, from: keyframes, with: { bitrate: \(bitRate), tune: zerolatency } }
              audio: { use: audio.encode, from: tone }
              segments: { use: fmp4.segment, from: [video, audio], with: { interval: 1s, profile: cmaf, part: 250ms } }
              encrypted:
                use: fmp4.encrypt
                from: segments
                with:
                  method: cenc
                  keys: { file: "keys/{period}.json" }
                  systems: [common, clearkey]
                  rotation: { interval: 3s, grace: \(grace) }
              playlists: { use: hls.playlist, from: encrypted, with: { type: live, window: \(window) } }
              folder: { use: file.folder, from: playlists, with: { path: out } }

            """)
    }

    private func writeKeys(in scratch: Scratch) throws {
        try FileManager.default.createDirectory(at: scratch.file("keys"), withIntermediateDirectories: true)
        for period in 0..<60 {
            let key = String(repeating: String(format: "%02x", period + 16), count: 16)
            let text = "{\"keys\":[{\"kid\":\"\(EncryptedOutput.keyID(period))\",\"key\":\"\(key)\"}]}"
            let file = try scratch.write("keys/\(period).json", text)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
    }
}
