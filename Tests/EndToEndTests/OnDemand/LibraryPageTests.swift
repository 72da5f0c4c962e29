import Foundation
import Testing

/// The page of `sluice serve --page`, and the report that `sluice inspect --streamable` prints.
@Suite struct LibraryPageTests {
    private static let sparse = Movie(
        description: "a sync sample every 40 s", seconds: 60, rate: "10", keyframeDistance: 400)

    private struct Report: Decodable {
        struct Finding: Decodable {
            var code: String
            var command: String?
        }
        var verdict: String
        var findings: [Finding]
    }

    private func expectValid(_ document: String, _ name: String, _ scratch: Scratch) async throws {
        let schema = try await scratch.sluice("schema", "--of", name).succeeded().output
        let files = [try scratch.write("schema.json", schema).path, try scratch.write("document.json", document).path]
        let check = try await scratch.run("/usr/bin/python3", [Sluice.script("check-schema.py").path] + files)
        #expect(check.code == 0, "\(check)")
    }

    @Test func mendingCommandMakesTheMovieStreamable() async throws {
        try await Scratch.use { scratch in
            let movie = scratch.file("long gop.mp4")
            try FileManager.default.linkItem(at: try await Self.sparse.file(), to: movie)
            func report(_ path: String) async throws -> Report {
                let outcome = try await scratch.sluice("inspect", "--streamable", "--json", path).succeeded()
                return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
            }
            let sparse = try await report(movie.path)
            #expect(sparse.verdict == "limited")
            let command = try #require(sparse.findings.first { $0.code == "sparse-sync-samples" }?.command)
            #expect(command.contains("--encode video"))
            let document = try await scratch.sluice("inspect", "--streamable", "--json", movie.path).succeeded()
            try await expectValid(document.output, "streamable", scratch)

            let run = try await scratch.run("sh", ["-c", command.replacing("sluice ", with: "'\(Sluice.tool.path)' ")])
            _ = try run.succeeded()
            let playlist = try String(
                contentsOf: scratch.file("Output/long gop/video/playlist.m3u8"), encoding: .utf8)
            #expect(playlist.contains("#EXT-X-TARGETDURATION:6"))
            #expect(try await scratch.sluice("inspect", "--streamable", "/dev/null").code == 1)
        }
    }

    @Test(
        .enabled(
            if: Browser.isAvailable && Browser.player != nil,
            "Chromium or hls.js is not installed; Scripts/setup --browser and Scripts/fetch-hls-js install them"))
    func pageListsPlaysAndWarns() async throws {
        struct Watched: Decodable {
            struct Sample: Decodable {
                var names: [String]
                var commands: [String]
                var posters: Int
                var frames: Int
                var width: Int
            }
            var samples: [Sample]
            var errors: [String]
            var failures: [String]
        }
        try await Scratch.use { scratch in
            let folder = scratch.file("movies")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.linkItem(
                at: try await Movie.small.file(), to: folder.appending(path: "a <b>&.mp4"))
            try FileManager.default.linkItem(at: try await Self.sparse.file(), to: folder.appending(path: "long.mp4"))
            let port = freePort()
            let command = scratch.command(
                ["serve", "movies", "--page", "--listen", "127.0.0.1:\(port)", "--cache", "cache"], limit: 120)
            let program = try command.start()
            try await program.expect("listing movies at")
            let read = """
                (() => {
                  const play = document.querySelector('article button.poster:enabled');
                  const posters = [...document.querySelectorAll('.poster img')].filter((image) => image.naturalWidth).length;
                  const video = document.getElementById('video');
                  if (play && posters === 2 && document.getElementById('player').hidden) play.click();
                  return {
                    names: [...document.querySelectorAll('article h2')].map((head) => head.textContent), posters,
                    commands: [...document.querySelectorAll('article code')].map((code) => code.textContent),
                    frames: video.getVideoPlaybackQuality().totalVideoFrames, width: document.documentElement.scrollWidth,
                  };
                })()
                """
            let outcome = try await scratch.run(
                Sluice.package.appending(path: "Scripts/watch-page").path,
                [
                    "http://127.0.0.1:\(port)/", "--read", read, "--until",
                    "document.getElementById('video').getVideoPlaybackQuality().totalVideoFrames > 60", "--limit", "60",
                ], limit: 100)
            #expect(outcome.code == 0, "\(outcome)")
            let page = try JSONDecoder().decode(Watched.self, from: Data(outcome.output.utf8))
            // Builds of hls.js that only export a factory are recognized by an empty playlist.
            let failures = page.failures.filter { !$0.contains("data:application/vnd.apple.mpegurl") }
            #expect(page.errors.isEmpty && failures.isEmpty, "\(page)")
            let last = try #require(page.samples.last)
            #expect(last.names == ["a <b>&.mp4", "long.mp4"] && last.posters == 2)
            #expect(last.commands == ["sluice segment long.mp4 Output/long --encode video"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("cache").path).count == 2)
            let list = try await scratch.run("curl", ["--silent", "http://127.0.0.1:\(port)/library.json?limit=2"])
            try await expectValid(list.output, "library", scratch)
            program.signal(SIGTERM)
            #expect(try await program.outcome(within: 30).code == 0)
        }
    }
}
