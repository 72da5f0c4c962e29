import Foundation
import Glibc
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

    /// Names as bytes; whether they are served; and the text that the list contains.
    private static let names: [(bytes: [UInt8], isServed: Bool)] = [
        (Array("plain.mp4".utf8), true), (Array("sp ace+&;=@,.mp4".utf8), true), (Array("q?#.mp4".utf8), true),
        (Array("per%cent%41%2F%.mp4".utf8), true), (Array("q\"u'o<t>e.mp4".utf8), true),
        (Array("u\u{308}.mp4".utf8), true), (Array("\u{fffd}.mp4".utf8), true),
        (Array("a\u{85}\u{2028}.mp4".utf8), true),
        (Array("per%41/a.mp4".utf8), true), (Array("poster.jpg/index.m3u8.mp4".utf8), true),
        (Array("back\\slash.mp4".utf8), false), (Array("back\\folder/a.mp4".utf8), false),
        (Array("line\nbreak.mp4".utf8), false), (Array("escape\u{1b}[31m.mp4".utf8), false),
        (Array("delete\u{7f}.mp4".utf8), false), (Array("bytes-".utf8) + [0xFF] + Array(".mp4".utf8), false),
        (Array("bytes-".utf8) + [0xFE] + Array(".mp4".utf8), false),
        (Array("folder-".utf8) + [0xC3] + Array("/a.mp4".utf8), false),
        (Array("a/v10123456789ab/a.mp4".utf8), false),
        (Array((String(repeating: String(repeating: "漢", count: 60) + "/", count: 4) + "a.mp4").utf8), false),
    ]

    @Test func everyListedNameIsServedAtItsURLOrHasAReason() async throws {
        struct Page: Decodable {
            struct Movie: Decodable {
                struct Report: Decodable {
                    struct Finding: Decodable { var code: String }
                    var findings: [Finding]
                }
                var name: String
                var report: Report?
            }
            var movies: [Movie]
        }
        try await Scratch.use { scratch in
            let movie = try await Movie.small.file()
            let folder = scratch.file("films").path
            for name in Self.names.map(\.bytes) {
                let path = Array("\(folder)/".utf8) + name
                for (place, byte) in path.enumerated().dropFirst() where byte == UInt8(ascii: "/") {
                    _ = (path[..<place] + [0]).map(CChar.init(bitPattern:)).withUnsafeBufferPointer {
                        mkdir($0.baseAddress!, 0o755)
                    }
                }
                let target = (path + [0]).map(CChar.init(bitPattern:))
                #expect(link(movie.path, target) == 0, "\(name)")
            }
            let port = freePort()
            let program = try scratch.command(["serve", "films", "--page", "--listen", "127.0.0.1:\(port)"]).start()
            defer { program.end() }
            try await program.expect("serving movies at")
            var movies: [Page.Movie] = []
            try await program.expect(
                that: {
                    let list = try await scratch.run("curl", ["-sf", "http://127.0.0.1:\(port)/library.json?limit=60"])
                    movies = try JSONDecoder().decode(Page.self, from: Data(list.output.utf8)).movies
                    return movies.allSatisfy { $0.report != nil }
                }, "all movies are examined")
            #expect(movies.count == Self.names.count && Set(movies.map(\.name)).count == movies.count, "\(movies)")
            var served = 0
            for movie in movies {
                let parts = movie.name.split(separator: "/").map {
                    $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                }
                let url = "http://127.0.0.1:\(port)/\(parts.joined(separator: "/"))/index.m3u8"
                let answer = try await scratch.run("curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", url])
                let hasReason = movie.report?.findings.contains { $0.code == "unservable-name" } == true
                #expect(answer.output == (hasReason ? "404" : "200"), "\(movie.name)")
                served += hasReason ? 0 : 1
            }
            #expect(served == Self.names.count { $0.isServed })
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
