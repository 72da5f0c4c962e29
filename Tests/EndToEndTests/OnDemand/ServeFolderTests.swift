import Foundation
import Testing

/// Folders of `sluice serve`, and the URLs of their pipelines.
@Suite struct ServeFolderTests {
    @Test func originWithoutANameHasTheSameURLInARunAndInAService() async throws {
        try await Scratch.use { scratch in
            let service = try ServiceRun(scratch)
            try service.write("news")
            let file = service.folder.appending(path: "news.yaml").path
            let text = try String(contentsOfFile: file, encoding: .utf8)
            try service.write(file: "news.yaml", "pipeline: evening\n" + text)
            for path in [file, service.folder.path] {
                let check = try await scratch.sluice("check", path).succeeded()
                #expect(check.output.contains("serves \(service.url("news/"))\n"), "\(check)")
            }
            let run = try await scratch.sluice("run", file, "--duration", "500ms").succeeded()
            #expect(run.errors.contains("serving \(service.url("news/"))"), "\(run)")
            let program = try service.start()
            defer { program.end() }
            try await program.expect("serving \(service.url("news/"))")
            try await program.expect(that: { try await service.end("news") >= 2 }, "'news' is served")
            // The only presentation at an address has another URL, which does not depend on its name.
            #expect(try await service.status("live/index.m3u8") == "200")
            #expect(try await service.status("other/index.m3u8") == "404")
        }
    }

    @Test func moviesBesidePipelinesAreSaidToBeIgnored() async throws {
        try await Scratch.use { scratch in
            let service = try ServiceRun(scratch)
            try service.write("news")
            try FileManager.default.linkItem(
                at: try await Movie.small.file(), to: service.folder.appending(path: "film.mp4"))
            let message = "'channels' contains movies beside pipeline files, which are ignored"
            let check = try await scratch.sluice("check", "channels").succeeded()
            #expect(check.errors.contains("warning: \(message)"), "\(check)")
            let program = try service.start()
            defer { program.end() }
            try await program.expect(message)
        }
    }

    @Test func emptyFolderIsServedOnceItContainsMovies() async throws {
        try await Scratch.use { scratch in
            try FileManager.default.createDirectory(at: scratch.file("films"), withIntermediateDirectories: true)
            let movie = try await Movie.small.file()
            let port = freePort()
            let program = try scratch.command(["serve", "films", "--listen", "127.0.0.1:\(port)"]).start()
            defer { program.end() }
            try await program.expect("serving movies at")
            try FileManager.default.linkItem(at: movie, to: scratch.file("films/film.mp4"))
            try await program.expect(
                that: {
                    try await scratch.run(
                        "curl", ["-sf", "http://127.0.0.1:\(port)/film.mp4/index.m3u8"]
                    ).output.contains("#EXTM3U")
                }, "the movie is served")
        }
    }

    @Test(.enabled("namespaces are not permitted") { await Namespace.isAllowed })
    func emptyFolderNeedsNoOptionsToServeMoviesLater() async throws {
        try await Scratch.use { scratch in
            try FileManager.default.createDirectory(at: scratch.file("films"), withIntermediateDirectories: true)
            let movie = try await Movie.small.file()
            let script = """
                ip link set lo up
                "$0" serve films 2> log & program=$!
                until grep -q 'started: 0 pipelines' log; do sleep 0.1; done
                ln "$1" films/film.mp4
                for attempt in $(seq 300); do
                  curl --silent --fail http://127.0.0.1:8080/film.mp4/index.m3u8 && break
                  sleep 0.1
                done
                kill "$program"
                wait "$program"
                """
            let outcome = try await scratch.run(
                "unshare", ["--net", "sh", "-c", script, Sluice.tool.path, movie.path], limit: 60)
            let log = (try? String(contentsOf: scratch.file("log"), encoding: .utf8)) ?? ""
            #expect(outcome.code == 0 && outcome.output.contains("#EXTM3U"), "\(outcome) \(log)")
        }
    }
}
