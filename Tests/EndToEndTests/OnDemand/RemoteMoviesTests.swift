import Foundation
import ScriptedOrigin
import Testing

/// `sluice serve` with movies that another server stores.
@Suite struct RemoteMoviesTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Scripts/serve-ranges.py")

    private func serve(
        _ scratch: Scratch, _ source: String, _ options: [String] = [], _ environment: [String: String] = [:]
    ) async throws -> (program: RunningProgram, url: String) {
        let port = freePort()
        var command = scratch.command(["serve", source, "--listen", "127.0.0.1:\(port)"] + options, limit: 120)
        command.environment = ["XDG_RUNTIME_DIR": scratch.folder.path].merging(environment) { $1 }
        let program = try command.start()
        try await program.expect("serving movies at")
        return (program, "http://127.0.0.1:\(port)")
    }

    private func get(_ url: String, _ scratch: Scratch) async throws -> (status: String, body: Data) {
        let file = scratch.file("body-\(UUID().uuidString)")
        let status = try await scratch.run(
            "curl", ["--silent", "--max-time", "30", "--output", file.path, "--write-out", "%{http_code}", url]
        ).succeeded().output
        return (status, (try? Data(contentsOf: file)) ?? Data())
    }

    private func version(of movie: String, _ url: String, _ scratch: Scratch) async throws -> String {
        let (status, body) = try await get("\(url)/\(movie)/index.m3u8", scratch)
        try #require(status == "200", "\(String(decoding: body, as: UTF8.self))")
        let prefix = try #require(String(decoding: body, as: UTF8.self).firstMatch(of: /"?(v\w{13})\//)).1
        return "\(url)/\(movie)/\(prefix)"
    }

    /// Returns the paths of the files that `sluice segment` writes and whose bytes differ from those served.
    private func differences(_ folder: URL, _ place: String, _ scratch: Scratch) async throws -> [String] {
        var differences: [String] = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
            guard !name.split(separator: "/").last!.hasPrefix("."),
                let expected = FileManager.default.contents(atPath: folder.appending(path: name).path)
            else { continue }
            if try await get("\(place)/\(name)", scratch).body != expected { differences.append(name) }
        }
        return differences
    }

    private func requests(_ folder: URL) throws -> [(path: Substring, size: Int, status: Substring)] {
        try String(contentsOf: folder.appending(path: ".requests"), encoding: .utf8).split(separator: "\n").map {
            line in
            let words = line.split(separator: " ")
            return (words[0], (Int(words[2]) ?? 0) - (Int(words[1]) ?? 0) + 1, words[3])
        }
    }

    @Test func remoteFilesEqualThoseOfSegmentAndSurviveARestart() async throws {
        try await Scratch.use { scratch in
            let store = scratch.file("store")
            try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
            for (name, movie) in [
                ("small.mp4", Movie.small), ("fragmented.mp4", .fragmented), ("small.mkv", .matroska),
            ] {
                try FileManager.default.copyItem(at: try await movie.file(), to: store.appending(path: name))
            }
            let server = try PythonServer(script: Self.script, arguments: [store.path])
            let options = ["--cache", scratch.file("cache").path]
            for round in 0..<2 {
                let (program, url) = try await serve(scratch, "http://127.0.0.1:\(server.port)/", options)
                for name in ["small.mp4", "fragmented.mp4", "small.mkv"] {
                    let folder = scratch.file("out-\(name)")
                    if round == 0 {
                        let arguments = ["segment", store.appending(path: name).path, folder.path]
                        _ = try await scratch.command(arguments).run().succeeded()
                    }
                    let place = try await version(of: name, url, scratch)
                    #expect(try await differences(folder, place, scratch) == [], "\(name)")
                }
                program.signal(SIGTERM)
                #expect(try await program.outcome(within: 30).code == 0)
            }
            // Each byte was fetched once, and the second start only asked for the versions.
            for name in ["small.mp4", "fragmented.mp4", "small.mkv"] {
                let all = try requests(store).filter { $0.path == "/\(name)" }
                let size = try Data(contentsOf: store.appending(path: name)).count
                #expect(all.allSatisfy { $0.status == "206" })
                #expect(all.reduce(0) { $0 + $1.size } <= size + 2 * (256 << 10), "\(all)")
            }
        }
    }

    @Test(.enabled(if: S3Server.isThere, "\(S3Server.absence)"))
    func moviesAndPresentationsOfABucketAreServed() async throws {
        try await Scratch.use { scratch in
            let server = try S3Server()
            let movie = try await Movie.small.file()
            try await server.store(movie, as: "films/small.mp4", scratch)
            let description = try scratch.write(
                "film.presentation.yaml",
                "renditions: [{ file: small.mp4 }]\nchapters: [{ file: film.vtt, language: en }]\n")
            let chapters = try scratch.write("film.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\nStart\n")
            try await server.store(try await Movie.matroska.file(), as: "films/small.mkv", scratch)
            try await server.store(description, as: "films/film.presentation.yaml", scratch)
            try await server.store(chapters, as: "films/film.vtt", scratch)
            let (program, url) = try await serve(scratch, "s3://bucket/films/", [], server.environment)
            let folder = scratch.file("out")
            _ = try await scratch.command(["segment", movie.path, folder.path]).run().succeeded()
            let place = try await version(of: "small.mp4", url, scratch)
            #expect(try await differences(folder, place, scratch) == [])
            let matroska = scratch.file("out-mkv")
            _ = try await scratch.command(["segment", try await Movie.matroska.file().path, matroska.path]).run()
                .succeeded()
            #expect(try await differences(matroska, version(of: "small.mkv", url, scratch), scratch) == [])
            let film = try await version(of: "film", url, scratch)
            let list = String(decoding: try await get("\(film)/chapters.json", scratch).body, as: UTF8.self)
            #expect(list.contains(#""title":"Start""#), "\(list)")
            #expect(try await get("\(url)/absent.mp4/index.m3u8", scratch).status == "404")
            #expect(!program.errors.contains("AWS") && !program.errors.contains("Signature"), "\(program.errors)")
        }
    }

    @Test func objectsThatChangeGetOtherURLsAndDeadStoresAreReported() async throws {
        try await Scratch.use { scratch in
            let store = scratch.file("store")
            for folder in ["redirect", "whole", "huge", "long"] {
                try FileManager.default.createDirectory(
                    at: store.appending(path: folder), withIntermediateDirectories: true)
            }
            let movie = store.appending(path: "a.mp4")
            for file in [movie] + ["whole", "huge", "long"].map({ store.appending(path: "\($0)/a.mp4") }) {
                try FileManager.default.copyItem(at: try await Movie.small.file(), to: file)
            }
            let server = try PythonServer(script: Self.script, arguments: [store.path])
            let (program, url) = try await serve(scratch, "http://127.0.0.1:\(server.port)/")
            #expect(try await get("\(url)/absent.mp4/index.m3u8", scratch).status == "404")
            #expect(try await get("\(url)/redirect/a.mp4/index.m3u8", scratch).status == "502")
            for (folder, message) in [
                ("whole", "the store does not send ranges"), ("huge", "the object is larger than 1 TiB"),
                ("long", "the response has more bytes than its range"),
            ] {
                #expect(try await get("\(url)/\(folder)/a.mp4/index.m3u8", scratch).status == "502")
                try await program.expect(message)
            }

            let first = try await version(of: "a.mp4", url, scratch)
            try FileManager.default.removeItem(at: movie)
            try FileManager.default.copyItem(at: try await Movie.withoutBFrames.file(), to: movie)
            // A request for an absent block finds the other version.
            _ = try await get("\(first)/video/segment-00002.m4s", scratch)
            var second = first
            for _ in 0..<30 where second == first {
                second = try await version(of: "a.mp4", url, scratch)
                if second == first { try await Task.sleep(for: .milliseconds(500)) }
            }
            #expect(second != first)
            #expect(try await get("\(first)/video/segment-00002.m4s", scratch).status == "404")
            let segment = try await get("\(second)/video/segment-00001.m4s", scratch)
            #expect(segment.status == "200")

            server.stop()
            // Names that the store still denied are remembered.
            var (status, attempt) = ("", 0)
            while status != "502", attempt < 30 {
                status = try await get("\(url)/b\(attempt).mp4/index.m3u8", scratch).status
                attempt += 1
                try await Task.sleep(for: .milliseconds(200))
            }
            #expect(status == "502")
            #expect(try await get("\(second)/video/segment-00001.m4s", scratch) == segment)
            #expect(program.isRunning)
        }
    }
}
