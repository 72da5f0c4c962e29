import Foundation
import Testing

/// `sluice serve` with a folder of movies.
@Suite struct ServeMoviesTests {
    private func serve(
        _ scratch: Scratch, _ options: [String] = []
    ) async throws -> (program: RunningProgram, url: String) {
        let port = freePort()
        var command = scratch.command(["serve", "movies", "--listen", "127.0.0.1:\(port)"] + options, limit: 120)
        command.environment = ["XDG_RUNTIME_DIR": scratch.folder.path]
        let program = try command.start()
        try await program.expect("serving movies at")
        return (program, "http://127.0.0.1:\(port)")
    }

    private func link(_ movie: URL, _ name: String, _ scratch: Scratch) throws {
        let folder = scratch.file("movies")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.linkItem(at: movie, to: folder.appending(path: name))
    }

    /// Requests all files of a folder from below `url` in one connection; returns the paths whose bytes differ.
    private func differences(_ folder: URL, _ url: String, _ scratch: Scratch) async throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: folder.appending(path: name).path, isDirectory: &isFolder)
            return !isFolder.boolValue && !name.split(separator: "/").last!.hasPrefix(".")
        }
        let copies = scratch.file("copies-\(UUID().uuidString)")
        let lines = names.map { "url = \"\(url)/\($0)\"\noutput = \"\(copies.path)/\($0)\"\n" }
        let list = try scratch.write("list-\(UUID().uuidString)", "create-dirs\nsilent\nfail\n" + lines.joined())
        _ = try await scratch.run("curl", ["--config", list.path]).succeeded()
        return try names.filter { name in
            try Data(contentsOf: folder.appending(path: name)) != Data(contentsOf: copies.appending(path: name))
        }
    }

    /// The URL below which the files of a movie are, from the prefix of the URIs in its multivariant playlist.
    private func version(of movie: String, _ url: String, _ scratch: Scratch) async throws -> String {
        let playlist = try await scratch.run("curl", ["--silent", "--fail", "\(url)/\(movie)/index.m3u8"]).succeeded()
        let prefix = try #require(playlist.output.firstMatch(of: /"?(v\w{13})\//)).1
        return "\(url)/\(movie)/\(prefix)"
    }

    @Test(arguments: [[], ["--profile", "cmaf", "--interval", "2s"]])
    func servedFilesEqualThoseOfSegment(options: [String]) async throws {
        let movies: [(name: String, movie: Movie)] = [
            ("small.mp4", .small), ("inner.mov", .quickTime), ("fragmented.mp4", .fragmented),
            ("plain.mp4", .withoutEither),
            ("sound.m4a", .soundOnly), ("variable.mp4", Movie.rates[7]), ("small.mkv", .matroska),
        ]
        try await Scratch.use { scratch in
            for (name, movie) in movies { try link(try await movie.file(), name, scratch) }
            let (program, url) = try await serve(scratch, options)
            for (name, movie) in movies {
                let folder = scratch.file("out-\(name)")
                let arguments = ["segment", try await movie.file().path, folder.path] + options
                _ = try await scratch.command(arguments).run().succeeded()
                let place = try await version(of: name, url, scratch)
                #expect(try await differences(folder, place, scratch) == [], "\(name)")
            }
            program.signal(SIGTERM)
            #expect(try await program.outcome(within: 30).code == 0)
        }
    }

    @Test(arguments: ["apple-hls", "cmaf"])
    func servedFilesOfStreamsWithRecoveryPointsEqualThoseOfSegment(profile: String) async throws {
        let options = ["--random-access", "recovery", "--profile", profile, "--interval", "2s"]
        var movies = [("whole.mp4", try await RecoveryPointStreamTests.Structure.openGOPs.file("mp4"))]
        movies.append(("tail.mp4", try await RecoveryPointStreamTests.Structure.openGOPs.fileWithoutIDR("mp4")))
        movies.append(("refresh.mp4", try await RecoveryPointStreamTests.Structure.intraRefresh.file("mp4")))
        try await Scratch.use { scratch in
            for (name, movie) in movies { try link(movie, name, scratch) }
            let (program, url) = try await serve(scratch, options)
            for (name, movie) in movies {
                let folder = scratch.file("out-\(name)")
                _ = try await scratch.command(["segment", movie.path, folder.path] + options).run().succeeded()
                let place = try await version(of: name, url, scratch)
                #expect(try await differences(folder, place, scratch) == [], "\(name)")
            }
            program.signal(SIGTERM)
            #expect(try await program.outcome(within: 30).code == 0)
        }
    }

    @Test(
        .enabled(
            if: Browser.isAvailable && Browser.player != nil,
            "Chromium or hls.js is not installed; Scripts/setup --browser and Scripts/fetch-hls-js install them"))
    func pagePlaysInABrowser() async throws {
        try await Scratch.use { scratch in
            try link(try await Movie.small.file(), "movie.mp4", scratch)
            let (program, url) = try await serve(scratch)
            let page = try await Browser.watch("\(url)/movie.mp4/", for: 5, in: scratch)
            #expect(page.isWhole && page.errors.isEmpty, "\(page) \(program.errors)")
            #expect(page.requests.contains { $0.contains("/video/segment-00001.m4s") })
        }
    }

    @Test func playersAndCachesAreServed() async throws {
        try await Scratch.use { scratch in
            try link(try await Movie.small.file(), "a movie.mp4", scratch)
            let (program, url) = try await serve(scratch)
            let entry = "\(url)/a%20movie.mp4/index"
            // An independent reader reads both formats.
            for name in ["\(entry).m3u8", "\(entry).mpd"] {
                let streams = try await scratch.run(
                    "ffprobe",
                    [
                        "-v", "error", "-count_packets", "-show_entries", "stream=codec_name,nb_read_packets", "-of",
                        "csv", name,
                    ])
                #expect(try streams.succeeded().output.contains("h264,300"), "\(name)")
            }

            let manifest = try await scratch.run("curl", ["--silent", "--fail", "\(entry).mpd"]).succeeded().output
            try await ManifestSchema.expectValid(manifest, in: scratch)

            let place = try await version(of: "a%20movie.mp4", url, scratch)
            let segment = "\(place)/video/segment-00001.m4s"
            func head(_ options: String..., of url: String) async throws -> String {
                try await scratch.run(
                    "curl",
                    ["--silent", "--include", "--output", "/dev/null", "--dump-header", "-"]
                        + options + [url]
                ).succeeded().output
            }
            let whole = try await head(of: segment)
            #expect(whole.contains("HTTP/1.1 200") && whole.contains("max-age=31536000, immutable"))
            let tag = try #require(whole.firstMatch(of: /ETag: (".*?")/)).1
            #expect(try await head("--header", "If-None-Match: \(tag)", of: segment).contains("HTTP/1.1 304"))
            let part = try await head("--range", "10-19", of: segment)
            #expect(part.contains("HTTP/1.1 206") && part.contains("Content-Length: 10"))
            for path in [
                "", "a%20movie.mp4", "absent.mp4/", "../movies/a%20movie.mp4/index.m3u8", "%2e%2e/index.m3u8",
                "absent.mp4/index.m3u8", "a%20movie.mp4/v1000000000000/index.m3u8",
            ] {
                #expect(try await head("--path-as-is", of: "\(url)/\(path)").contains("HTTP/1.1 404"), "\(path)")
            }
            #expect(program.isRunning)
        }
    }
}
