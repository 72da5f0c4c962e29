import Foundation
import Testing

/// `sluice serve` with movies in containers that are converted.
@Suite struct ConvertedMoviesTests {
    private struct Service {
        let program: RunningProgram
        let url: String
        let admin: String
    }

    private func serve(_ scratch: Scratch, _ options: [String]) async throws -> Service {
        let (port, admin) = (freePort(), freePort())
        var command = scratch.command(
            ["serve", "movies", "--listen", "127.0.0.1:\(port)", "--admin", "127.0.0.1:\(admin)"] + options,
            limit: 240)
        command.environment = ["XDG_RUNTIME_DIR": scratch.folder.path]
        let program = try command.start()
        try await program.expect("serving movies at")
        try await program.expect("admin listener on")
        return Service(
            program: program, url: "http://127.0.0.1:\(port)", admin: "http://127.0.0.1:\(admin)")
    }

    private func get(_ url: String, _ scratch: Scratch) async throws -> String {
        // A response may ask for a repetition while the movie is converted.
        let options = ["--silent", "--retry", "20", "--max-time", "200", "--write-out", "\n%{http_code}", url]
        return try await scratch.run("curl", options).succeeded().output
    }

    private func converted(_ scratch: Scratch) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: scratch.file("cache").path))
    }

    @Test func subtitlesOfMatroskaAreServed() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("movies")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let inputs = try await [Movie.small.file(), Subtitles.english(), Subtitles.french()].flatMap {
                ["-i", $0.path]
            }
            let options = [
                "-map", "0:v", "-map", "1", "-map", "2", "-c:v", "copy", "-c:s:0", "srt", "-c:s:1", "webvtt",
                "-metadata:s:s:0", "language=eng", "-metadata:s:s:1", "language=fre",
            ]
            let target = folder.appending(path: "a.mkv").path
            _ = try await scratch.run("ffmpeg", ["-v", "error"] + inputs + options + [target]).succeeded()
            let service = try await serve(scratch, ["--cache", "cache"])
            let index = try await get("\(service.url)/a.mkv/index.m3u8", scratch)
            for (language, mark) in [("en", ""), ("fr", "<i>fr</i> ")] {
                let playlist = try #require(
                    index.split(separator: "\n").first {
                        $0.contains("TYPE=SUBTITLES") && $0.contains("\"\(language)\"")
                    }?
                    .firstMatch(of: /URI="([^"]*)"/)?.1, "\(index)")
                let folder = "\(service.url)/a.mkv/\(playlist.split(separator: "/").dropLast().joined(separator: "/"))"
                var found: Set<Subtitles.Cue> = []
                for line in try await get("\(service.url)/a.mkv/\(playlist)", scratch).split(separator: "\n")
                where line.hasSuffix(".vtt") {
                    found.formUnion(Subtitles.cues(try await get("\(folder)/\(line)", scratch)))
                }
                let texts = Dictionary(found.map { ($0.text, $0) }, uniquingKeysWith: { first, _ in first })
                for cue in Subtitles.cues {
                    let same = try #require(texts[mark + cue.text], "\(texts.keys)")
                    #expect(abs(same.start - cue.start - 10) < 0.01 || abs(same.start - cue.start) < 0.01, "\(same)")
                    #expect(abs(same.end - same.start - cue.end + cue.start) < 0.01, "\(same)")
                }
            }
            service.program.signal(SIGTERM)
            #expect(try await service.program.outcome(within: 30).code == 0)
        }
    }

    @Test func otherContainersAreConvertedOnce() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("movies")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let source = try await Movie.small.file().path
            for name in ["a.mkv", "b.ts"] {
                let target = folder.appending(path: name).path
                _ = try await scratch.run("ffmpeg", ["-v", "error", "-i", source, "-c", "copy", target]).succeeded()
            }
            let garbage = Data([0x1a, 0x45, 0xdf, 0xa3] + (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            try garbage.write(to: folder.appending(path: "garbage.mkv"))

            let first = try await serve(scratch, ["--cache", "cache"])
            for name in ["a.mkv", "b.ts"] {
                let index = try await get("\(first.url)/\(name)/index.m3u8", scratch)
                #expect(index.hasSuffix("200") && index.contains("avc1"), "\(name): \(index)")
                let streams = try await scratch.run(
                    "ffprobe",
                    [
                        "-v", "error", "-count_packets", "-show_entries", "stream=codec_name,nb_read_packets", "-of",
                        "csv", "\(first.url)/\(name)/index.m3u8",
                    ])
                #expect(try streams.succeeded().output.contains("h264,300"), "\(name)")
            }
            let files = try converted(scratch)
            // Matroska is read in place.
            #expect(files.count == 2 && files.count { $0.hasSuffix(".mp4") } == 1)
            #expect(files.allSatisfy { $0.hasSuffix(".mp4") || files.contains($0.replacing(".digest", with: "")) })
            #expect(try await get("\(first.url)/garbage.mkv/index.m3u8", scratch).hasSuffix("422"))
            try await first.program.expect("cannot open 'garbage.mkv'")
            let metrics = try await get("\(first.admin)/metrics", scratch)
            for line in [
                "sluice_movies_open 2", "sluice_movies_opened_total 2", "sluice_movie_failures_total{code=",
                "sluice_origin_requests_total{",
            ] {
                #expect(metrics.contains(line), "\(line) in \(metrics)")
            }
            first.program.signal(SIGTERM)
            #expect(try await first.program.outcome(within: 30).code == 0)

            // Another run finds the converted files, and replaces damaged ones.
            let movies = files.filter { $0.hasSuffix(".mp4") }.map { scratch.file("cache/\($0)") }
            let contents = try movies.map { try Data(contentsOf: $0) }
            for (movie, content) in zip(movies, contents) {
                var damaged = content
                damaged[damaged.count / 2] ^= 1
                try damaged.write(to: movie)
            }
            let second = try await serve(scratch, ["--cache", "cache"])
            for name in ["a.mkv", "b.ts"] {
                #expect(try await get("\(second.url)/\(name)/index.mpd", scratch).hasSuffix("200"))
            }
            #expect(try converted(scratch) == files)
            #expect(try movies.map { try Data(contentsOf: $0) } == contents)
            second.program.signal(SIGTERM)
            #expect(try await second.program.outcome(within: 30).code == 0)
        }
    }

    @Test func transportStreamsAreRejectedWithoutACache() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("movies")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: try await Movie.transportStream.file(), to: folder.appending(path: "a.ts"))
            let service = try await serve(scratch, [])
            let answer = try await get("\(service.url)/a.ts/index.m3u8", scratch)
            #expect(answer.hasSuffix("422") && answer.contains("--cache"))
        }
    }

    /// The movie that cannot be carried is rejected with the remedy; a bad companion does not take a movie off the air.
    @Test func rejectedVideoAndBadCompanionsAreNamed() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("movies")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let source = try await Movie.small.file().path
            for (name, coding) in [
                ("a.mkv", "mpeg2video"), ("b.mp4", "mpeg4"), ("film.mkv", "copy"), ("film2.mp4", "copy"),
            ] {
                let arguments = ["-v", "error", "-i", source, "-c:a", "copy", "-c:v", coding]
                _ = try await scratch.run("ffmpeg", arguments + [folder.appending(path: name).path]).succeeded()
            }
            let text = Array("1\n00:00:01,000 --> 00:00:03,000\nGr".utf8) + [0xfc, 0xdf] + Array("e\n".utf8)
            for movie in ["film", "film2"] {
                try Data(text).write(to: folder.appending(path: "\(movie).de.srt"))
                try Data().write(to: folder.appending(path: "\(movie).en.srt"))
                try Data("no subtitles".utf8).write(to: folder.appending(path: "\(movie).fr.forced.srt"))
            }
            let service = try await serve(scratch, [])
            for name in ["a.mkv", "b.mp4"] {
                let answer = try await get("\(service.url)/\(name)/index.m3u8", scratch)
                #expect(answer.hasSuffix("422") && answer.contains("--encode"), "\(name): \(answer)")
            }
            for name in ["film.mkv", "film2.mp4"] {
                let list = try await get("\(service.url)/\(name)/index.m3u8", scratch)
                #expect(list.hasSuffix("200"), "\(name): \(list)")
                #expect(list.contains(#"LANGUAGE="de""#) && !list.contains(#"LANGUAGE="fr""#), "\(list)")
                let stem = name.split(separator: ".")[0]
                try await service.program.expect("\(stem).de.srt' is not UTF-8 and is read as windows-1252")
                try await service.program.expect("left out: '\(stem).en.srt'")
                try await service.program.expect("left out: \(stem).fr.forced.srt:1")
                let track = try #require(list.firstMatch(of: /URI="([^"]*text-de[^"]*)"/)).1
                let media = try await get("\(service.url)/\(name)/\(track)", scratch)
                let segment = try #require(media.split(separator: "\n").first { $0.hasSuffix(".vtt") })
                let base = track.split(separator: "/").dropLast().joined(separator: "/")
                #expect(try await get("\(service.url)/\(name)/\(base)/\(segment)", scratch).contains("Grüße"))
            }
            service.program.signal(SIGTERM)
            #expect(try await service.program.outcome(within: 30).code == 0)
        }
    }
}
