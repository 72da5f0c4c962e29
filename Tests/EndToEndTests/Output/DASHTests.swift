import Foundation
import Testing

/// DASH manifests for the same segments, played by third-party players.
@Suite struct DASHTests {
    private static let movie = Movie(description: "four rungs", seconds: 12, size: "960x540")

    private func manifest() async throws -> URL {
        try await piped("vod-dash", try await Self.movie.file(), ["interval=2s"]).folder.appending(path: "index.mpd")
    }

    @Test(arguments: Player.allCases) func playersPlayTheDescription(player: Player) async throws {
        try await Scratch.use { scratch in
            let played = try await player.play(try await manifest(), in: scratch)
            #expect(abs(try #require(played.videoSeconds) - 12) < player.tolerance, "\(played)")
            #expect(abs(try #require(played.audioSeconds) - 12) < player.tolerance, "\(played)")
        }
    }

    @Test func everythingThatIsNamedIsThere() async throws {
        try await Scratch.use { scratch in
            let manifest = try await manifest()
            try await ManifestSchema.expectValid(manifest, in: scratch)
            let outcome = try await scratch.run("python3", [Sluice.script("dash-segments.py").path, manifest.path])
                .succeeded()
            let lines = outcome.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            #expect(lines.count == 4)
            for line in lines {
                #expect(line[1] == "6", "\(line)")
                #expect(abs((Double(line[2]) ?? 0) - 12) < 0.05, "\(line)")
            }
        }
    }

    /// With a static manifest GStreamer's demuxer buffers half a minute before it starts; with a live manifest it does
    /// not.
    @Test func gStreamerPlaysALivePresentationWhileItIsMade() async throws {
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            let settings = ["size=320x180", "interval=1s", "profile=cmaf", "output=\(output.path)"]
            let text = """
                pipeline: live-dash
                extends: \(Sluice.pipeline("live-test-pattern").path)
                stages:
                  manifest:
                    use: dash.manifest
                    from: playlists
                    with: { type: live }
                  folder:
                    use: file.folder
                    from: manifest
                    with: { path: "${output}" }

                """
            let file = try scratch.write("live-dash.yaml", text)
            let run = try scratch.command(["run", file.path] + settings.flatMap { ["--set", $0] }).start()
            defer { run.end() }
            #expect(
                try await eventually(within: 60) {
                    FileManager.default.fileExists(atPath: output.appending(path: "video/segment-00006.m4s").path)
                })
            try await ManifestSchema.expectValid(output.appending(path: "index.mpd"), in: scratch)
            try await Origin.serve(output, in: scratch) { address in
                try await Player.playLiveWithGStreamer(
                    [
                        "playbin3", "uri=\(address)index.mpd",
                        "video-sink=fpsdisplaysink text-overlay=false video-sink=fakesink", "audio-sink=fakesink",
                        "audiotestsrc", "is-live=true", "!", "fakesink",
                    ], in: scratch
                ) { player in
                    player.output.matches(of: /rendered: (\d+)/).last.flatMap { Int($0.1) } ?? 0 > 45
                }
            }
        }
    }

    @Test func aLivePresentationEndsWhole() async throws {
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            let text = """
                pipeline: live-dash
                extends: \(Sluice.pipeline("live-test-pattern").path)
                stages:
                  playlists:
                    use: hls.playlist
                    from: segments
                    with: { type: event }
                  manifest:
                    use: dash.manifest
                    from: playlists
                    with: { type: event }
                  folder:
                    use: file.folder
                    from: manifest
                    with: { path: "\(output.path)" }

                """
            let settings = ["size=320x180", "interval=1s", "profile=cmaf"].flatMap { ["--set", $0] }
            let file = try scratch.write("live-dash.yaml", text)
            var command = scratch.command(["run", file.path, "--duration", "3s"] + settings)
            command.isIdle = true
            _ = try await command.run().succeeded()
            try await ManifestSchema.expectValid(output.appending(path: "index.mpd"), in: scratch)
            let played = try await Player.ffmpeg.play(output.appending(path: "index.mpd"), in: scratch)
            let listed = try await Player.ffmpeg.play(output.appending(path: "index.m3u8"), in: scratch)
            #expect(try #require(played.frames) > 30)
            #expect(played.frames == listed.frames)
            #expect(abs(try #require(played.audioSeconds) - #require(listed.audioSeconds)) < 0.05)
        }
    }
}
