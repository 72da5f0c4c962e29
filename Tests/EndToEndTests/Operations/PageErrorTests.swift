import Foundation
import Testing

/// All pages in Chromium: none logs an error or requests something that does not exist.
@Suite(
    .serialized, .enabled(if: Browser.isAvailable, "Chromium is not installed; Scripts/setup --browser installs it"))
struct PageErrorTests {
    private struct Watched: Decodable {
        var requests: [String]
        var failures: [String]
        var errors: [String]
        var console: [String]
    }

    private static let pipeline = """
        stages:
          picture: { use: test.video, with: { size: 160x90, rate: 25, live: true } }
          keyframes: { use: keyframe.force, from: picture, with: { interval: 1s } }
          video: { use: video.encode, from: keyframes, with: { bitrate: 200kbps, tune: zerolatency } }
          segments: { use: fmp4.segment, from: video, with: { interval: 1s } }
          playlists: { use: hls.playlist, from: segments, with: { type: live, end-list: true } }
          origin: { use: http.origin, from: playlists, with: { listen: "LISTEN", linger: 6s } }

        """

    private static func admin(of program: RunningProgram) async throws -> String {
        _ = try await eventually(within: 60) { program.errors.contains("admin listener on") || !program.isRunning }
        return String(
            try #require(program.errors.firstMatch(of: /admin listener on (http:\S*)/), "\(program.errors)").1)
    }

    @Test func noPageLogsAnErrorOrRequestsSomethingAbsent() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write(
                "page.yaml", Self.pipeline.replacing("LISTEN", with: "127.0.0.1:0"))
            let run = try scratch.command(["run", file.path, "--admin", "127.0.0.1:0"]).start()
            defer { run.end() }
            let service = try ServiceRun(scratch)
            for name in ["one", "two"] { try service.write(name) }
            try service.write(file: "broken.yaml", "stages: { nothing: { use: no.stage } }\n")
            let channels = try service.start("--admin", "127.0.0.1:0")
            defer { channels.end() }
            let movies = scratch.file("movies")
            try FileManager.default.createDirectory(at: movies, withIntermediateDirectories: true)
            try FileManager.default.linkItem(at: try await Movie.small.file(), to: movies.appending(path: "a.mp4"))
            let port = freePort()
            let library = try scratch.command(
                ["serve", "movies", "--page", "--listen", "127.0.0.1:\(port)", "--admin", "127.0.0.1:0"]
            ).start()
            defer { library.end() }
            try await library.expect("listing movies at")
            for name in ["one", "two"] {
                try await channels.expect(that: { try await service.end(name) >= 4 }, "'\(name)' is served")
            }
            let player = try #require(run.errors.firstMatch(of: /serving (http:\S*)/), "\(run.errors)").1
            let consoles = try await (Self.admin(of: run), Self.admin(of: channels), Self.admin(of: library))
            let pages: [String] = [
                consoles.1, "\(consoles.1)#two", "\(consoles.1)#broken", consoles.0, consoles.2, String(player),
                String(player.dropLast("page/".count)), service.url("one/"), service.url(""),
                "http://127.0.0.1:\(port)/",
            ]
            let outcome = try await scratch.run(
                Sluice.package.appending(path: "Scripts/watch-page").path,
                pages + ["--read", "document.title", "--seconds", "10"], limit: 150
            ).succeeded()
            let watched = try JSONDecoder().decode(Watched.self, from: Data(outcome.output.utf8))
            #expect(watched.failures == [] && watched.errors == [] && watched.console == [])
            // The events of a service are those of the selected pipelines.
            for path in ["pipelines/broken/events", "pipelines/two/events"] {
                #expect(watched.requests.contains("\(consoles.1)\(path)"), "\(watched.requests)")
            }
            #expect(watched.requests.contains { $0.hasSuffix("/page/video/playlist.m3u8") }, "\(watched.requests)")
        }
    }

    @Test func playerShowsTheEndOfTheStreamAndContinuesWhenItReturns() async throws {
        try await Scratch.use { scratch in
            let address = "127.0.0.1:\(freePort())"
            let file = try scratch.write("page.yaml", Self.pipeline.replacing("LISTEN", with: address))
            let first = try scratch.command(["run", file.path, "--duration", "14s"]).start()
            defer { first.end() }
            try await first.expect("serving http")
            _ = try await eventually(within: 30) {
                try await scratch.run("curl", ["-sf", "http://\(address)/page/index.m3u8"]).code == 0
            }
            let script = try scratch.write(
                "record.js",
                """
                window.shown = [];
                setInterval(() => {
                  const text = document.getElementById('stream')?.textContent;
                  if (text != null && window.shown.at(-1) !== text) window.shown.push(text);
                }, 50);
                """)
            let ended = "window.shown.some((text) => text.includes('has ended'))"
            let offline = "window.shown.some((text) => text.includes('is offline'))"
            let plays =
                "window.shown.at(-1) === '' && !document.getElementById('video').paused"
                + " && document.getElementById('state').textContent === ''"
                + " && document.getElementById('video').readyState >= 3"
            let watching = try Command(
                program: Sluice.package.appending(path: "Scripts/watch-page").path,
                arguments: [
                    "http://\(address)/page/", "--read", "[window.shown, document.getElementById('state').textContent]",
                    "--script", script.path, "--until", "\(ended) && \(offline) && \(plays)", "--limit", "90",
                ], folder: scratch.folder
            ).start()
            defer { watching.end() }
            _ = try await first.outcome(within: 90).succeeded()
            // The page notices that the server is gone before it returns.
            let gone = ContinuousClock.now + .seconds(4)
            _ = try await eventually(within: 10) { ContinuousClock.now >= gone }
            let second = try scratch.command(["run", file.path]).start()
            defer { second.end() }
            let outcome = try await watching.outcome(within: 150)
            #expect(outcome.code == 0, "\(outcome.output.suffix(3000)) \(second.errors)")
        }
    }
}
