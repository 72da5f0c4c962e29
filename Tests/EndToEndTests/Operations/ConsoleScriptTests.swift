import Foundation
import Testing

/// The texts of the console, whose script runs without a browser.
@Suite struct ConsoleScriptTests {
    private static let hasNode = ["/bin", "/usr/bin", "/usr/local/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/node")
    }

    /// Returns the texts of the elements that the console shows once a condition is true.
    private func texts(
        of program: RunningProgram, once condition: String, within limit: Int, in scratch: Scratch
    ) async throws -> [String: String] {
        try await program.expect("admin listener on")
        let url = try #require(program.errors.firstMatch(of: /admin listener on (http:\S*)/), "\(program.errors)").1
        let outcome = try await scratch.run(
            "node", [Sluice.script("read-console.js").path, String(url), condition, String(limit)],
            limit: Double(limit + 30))
        #expect(outcome.code == 0, "\(outcome) \(program.errors)")
        return try JSONDecoder().decode([String: String].self, from: Data(outcome.output.utf8))
    }

    @Test(.enabled(if: ConsoleScriptTests.hasNode, "Node.js is not installed"))
    func serviceOfMoviesAloneShowsItsFolders() async throws {
        try await Scratch.use { scratch in
            let movies = scratch.file("movies")
            try FileManager.default.createDirectory(at: movies, withIntermediateDirectories: true)
            let service = try scratch.command(
                ["serve", "movies", "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0"]
            ).start()
            defer { service.end() }
            let texts = try await texts(
                of: service, once: "text('phase') === 'Serving movies'", within: 30, in: scratch)
            #expect(texts["subtitle"]?.hasPrefix("no pipelines, for ") == true, "\(texts)")
            #expect(texts["movies"]?.contains("movies served") == true, "\(texts)")
            #expect(texts["movies-total"]?.hasPrefix("at http://127.0.0.1:") == true, "\(texts)")
            // Figures of pipelines, actions and errors are absent.
            for name in ["alerts", "offline", "tiles", "renditions", "sources", "do-start"] {
                #expect(texts[name] == "", "\(name): \(texts)")
            }

            try FileManager.default.moveItem(at: movies, to: scratch.file("moved"))
            let without = try await self.texts(
                of: service, once: "text('phase') === 'Movies not served'", within: 30, in: scratch)
            #expect(without["alerts"]?.contains("cannot be read") == true, "\(without)")
        }
    }

    /// A source without audio above an audio encoder: the video is published, and the missing track is visible.
    @Test func videoIsPublishedWithoutTheAudioThatIsDeclared() async throws {
        try await Scratch.use { scratch in
            let launch = "videotestsrc is-live=true ! video/x-raw,width=160,height=90,framerate=25/1"
            let file = try scratch.write(
                "silent.yaml",
                """
                stages:
                  feed: { use: capture.launch, with: { launch: "\(launch)" } }
                  keyframes: { use: keyframe.force, from: feed, with: { interval: 1s } }
                  video: { use: video.encode, from: keyframes, with: { bitrate: 200kbps, tune: zerolatency } }
                  audio: { use: audio.encode, from: feed }
                  segments: { use: fmp4.segment, from: [video, audio], with: { interval: 1s } }
                  playlists: { use: hls.playlist, from: segments, with: { type: live, target-duration: 1s } }
                  folder: { use: file.folder, from: playlists, with: { path: out } }

                """)
            let run = try scratch.command(["run", file.path, "--admin", "127.0.0.1:0"]).start()
            defer { run.end() }
            let playlist = scratch.file("out/video/playlist.m3u8")
            let isPublished = try await eventually(within: 60) {
                (try? PlaylistText(playlist))?.segments.isEmpty == false || !run.isRunning
            }
            #expect(isPublished && run.isRunning, "\(run.errors)")
            #expect(run.errors.contains("'audio' has announced no track 10 s after"), "\(run.errors)")
            if Self.hasNode {
                let texts = try await texts(
                    of: run, once: "text('alerts').includes('Track missing') && text('renditions').includes('video')",
                    within: 30,
                    in: scratch)
                #expect(texts["alerts"]?.contains("segments: no track from audio") == true, "\(texts)")
                #expect(texts["renditions"]?.contains("video") == true, "\(texts)")
            }
            run.signal(SIGINT)
            _ = try await run.outcome(within: 30).succeeded()
            let index = try String(contentsOf: scratch.file("out/index.m3u8"), encoding: .utf8)
            #expect(!index.contains("TYPE=AUDIO") && !index.contains("mp4a"), "\(index)")
        }
    }
}
