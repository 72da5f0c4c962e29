import Foundation
import Testing

/// DASH manifests of presentations whose keys change, with a period for each key period.
@Suite struct EncryptedManifestTests {
    /// Writes the presentation of ``EncryptedStream/rotating`` with a manifest.
    private func write(_ folder: URL, in scratch: Scratch) async throws {
        let keys = try EncryptedStream.writeKeys(in: scratch)
        let pipeline = try scratch.write(
            "manifest.yaml",
            """
            pipeline: manifest
            stages:
              movie:
                use: mp4.read
                with: { path: "\(try await EncryptedStream.movie.file().path)" }
              segments:
                use: fmp4.segment
                from: movie
                with: { interval: 1s, profile: cmaf }
              encrypted:
                use: fmp4.encrypt
                from: segments
                with: { method: cbcs, keys: { file: "\(keys)-{period}.json" }, systems: [common], rotation: { segments: 2 } }
              playlists:
                use: hls.playlist
                from: encrypted
                with: { type: vod }
              manifest:
                use: dash.manifest
                from: playlists
                with: { type: vod }
              folder:
                use: file.folder
                from: manifest
                with: { path: "\(folder.path)" }

            """)
        _ = try await scratch.sluice("run", pipeline.path, "-q").succeeded()
    }

    private func decrypt(_ folder: URL, to clear: URL, in scratch: Scratch) async throws {
        let keys = (0..<3).flatMap { ["--key-file", scratch.file("keys-\($0).json").path] }
        _ = try await scratch.command(["decrypt", folder.path, clear.path] + keys).run().succeeded()
    }

    /// ffmpeg 5.1 reads one period of a manifest only.
    @Test func gStreamerPlaysAllPeriodsInTheClear() async throws {
        try await Scratch.use { scratch in
            let (folder, clear) = (scratch.file("out"), scratch.file("clear"))
            try await write(folder, in: scratch)
            try await decrypt(folder, to: clear, in: scratch)
            let text = try String(contentsOf: folder.appending(path: "index.mpd"), encoding: .utf8)
            try await ManifestSchema.expectValid(text, in: scratch)
            #expect(text.matches(of: /<Period\s/).count == 3)
            #expect(Set(text.matches(of: /cenc:default_KID="([^"]*)"/).map(\.1)).count == 3)
            let open = text.replacing(/(?s)\s*<ContentProtection (?:[^>]*\/>|.*?<\/ContentProtection>)/, with: "")
            let manifest = clear.appending(path: "index.mpd")
            try Data(open.utf8).write(to: manifest)
            let played = try await Player.gstreamer.play(manifest, in: scratch)
            #expect(abs(try #require(played.videoSeconds) - 6) < Player.gstreamer.tolerance, "\(played)")
            #expect(abs(try #require(played.audioSeconds) - 6) < Player.gstreamer.tolerance, "\(played)")
            // GStreamer 1.26 does not show the last frames before a new period, up to 15 of 180 at each of two.
            let version = try await scratch.run("gst-launch-1.0", ["--version"]).succeeded().output
            let isOld = version.contains(/version 1\.(1\d|2[0-4])\./)
            #expect(played.frames.map { $0 > (isOld ? 170 : 150) } == true, "\(played)")
            // Its demuxer reports encrypted periods as an error, without any frame.
            await #expect(throws: (any Error).self) {
                try await Player.gstreamer.play(folder.appending(path: "index.mpd"), in: scratch)
            }
        }
    }

    @Test(.enabled("Shaka Packager is available") { await ShakaPackager.isAvailable })
    func shakaPackagerDecryptsEachPeriod() async throws {
        try await Scratch.use { scratch in
            let (folder, clear) = (scratch.file("out"), scratch.file("clear"))
            try await write(folder, in: scratch)
            try await decrypt(folder, to: clear, in: scratch)
            for (period, id) in EncryptedStream.keys.keys.sorted().enumerated() {
                let names =
                    [period == 0 ? "init.mp4" : "init-\(period + 1).mp4"]
                    + (1...2).map { "segment-0000\(period * 2 + $0).m4s" }
                for kind in ["video", "audio"] {
                    var digests: [String] = []
                    for (place, name) in [(folder, "encrypted"), (clear, "expected")] {
                        let joined = scratch.file("\(kind)-\(period)-\(name).mp4")
                        try names.map { try Data(contentsOf: place.appending(path: "\(kind)/\($0)")) }
                            .reduce(Data(), +).write(to: joined)
                        var file = joined
                        if place == folder {
                            file = scratch.file("\(kind)-\(period)-decrypted.mp4")
                            let keys = "label=:key_id=\(id):key=\(EncryptedStream.keys[id] ?? "")"
                            _ = try await scratch.run(
                                ShakaPackager.program().path,
                                ["in=\(joined.path),stream=\(kind),output=\(file.path)", "--enable_raw_key_decryption"]
                                    + ["--keys", keys, "--quiet"]
                            ).succeeded()
                        }
                        digests.append(try await payloads(file, in: scratch))
                    }
                    #expect(digests[0] == digests[1] && digests[0].count > 100, "\(kind) of period \(period)")
                }
            }
        }
    }

    /// Returns the sizes and digests of packets.
    private func payloads(_ file: URL, in scratch: Scratch) async throws -> String {
        try await scratch.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-i", file.path, "-map", "0", "-c", "copy", "-f", "framecrc", "-"]
        ).succeeded().output.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: ",").suffix(2).joined(separator: ",") }.joined(separator: "\n")
    }
}
