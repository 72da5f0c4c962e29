import Foundation
import Testing

/// `sluice serve` with movies whose media are encoded when they are requested.
@Suite struct TranscodedMoviesTests {
    private struct Service {
        let program: RunningProgram
        let url: String
        let admin: String
    }

    private static let seconds = 13

    /// A movie that browsers cannot play.
    private func movie() async throws -> URL {
        try await made(
            "hevc.mp4",
            byFFmpeg: [
                "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30000/1001:duration=\(Self.seconds)", "-f", "lavfi",
                "-i",
                "sine=frequency=440:sample_rate=48000:duration=\(Self.seconds)", "-c:v", "libx265", "-preset",
                "ultrafast",
                "-x265-params", "log-level=none:keyint=75", "-tag:v", "hvc1", "-c:a", "ac3",
            ])
    }

    private func serve(_ scratch: Scratch, _ cache: String, settings: String? = nil) async throws -> Service {
        let (port, admin) = (freePort(), freePort())
        var arguments = [
            "serve", "movies", "--listen", "127.0.0.1:\(port)", "--admin", "127.0.0.1:\(admin)", "--interval", "2s",
            "--cache", cache, "--transcode", "180,90",
        ]
        if let settings {
            let file = try scratch.write(
                "service.yaml",
                """
                movies:
                  listen: 127.0.0.1:\(port)
                  folders:
                    - folder: movies
                      interval: 2s
                      transcoding: { video: [{ height: 180 }, { height: 90 }] }
                \(settings)
                """)
            arguments = ["serve", file.path, "--admin", "127.0.0.1:\(admin)", "--cache", cache]
        }
        var command = scratch.command(arguments, limit: 240)
        command.environment = ["XDG_RUNTIME_DIR": scratch.folder.path]
        let program = try command.start()
        try await program.expect("serving movies at")
        try await program.expect("admin listener on")
        return Service(
            program: program, url: "http://127.0.0.1:\(port)/hevc.mp4", admin: "http://127.0.0.1:\(admin)")
    }

    private func copy(_ movie: URL, to name: String, _ scratch: Scratch) throws {
        let folder = scratch.file("movies")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: movie, to: folder.appending(path: name))
    }

    private func stop(_ service: Service) async throws {
        service.program.signal(SIGTERM)
        #expect(try await service.program.outcome(within: 30).code == 0)
    }

    private func get(_ url: String, _ scratch: Scratch, to file: String? = nil) async throws -> String {
        var options = ["--silent", "--fail", "--retry", "20", "--max-time", "200", url]
        if let file { options += ["--output", file] }
        return try await scratch.run("curl", options).succeeded().output
    }

    /// The URLs of the segments of a rendition.
    private func segments(_ service: Service, _ rendition: String, _ scratch: Scratch) async throws -> [String] {
        let index = try await get("\(service.url)/index.m3u8", scratch)
        let line = try #require(
            index.matches(of: /(?m)(v[0-9a-v]+\/[^"\s]*)playlist\.m3u8/).map { String($0.1) }
                .first { $0.hasSuffix("/\(rendition)/") }, "\(rendition) in \(index)")
        let list = try await get("\(service.url)/\(line)playlist.m3u8", scratch)
        return list.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
            .map { "\(service.url)/\(line)\($0)" }
    }

    @Test func subtitlesOfEncodedMoviesRemain() async throws {
        try await Scratch.use { scratch in
            let text = try scratch.write("text.srt", "1\n00:00:01,000 --> 00:00:02,000\nremains\n")
            let source = try await movie()
            let film = scratch.file("film.mp4")
            _ = try await scratch.run(
                "ffmpeg",
                [
                    "-v", "error", "-i", source.path, "-i", text.path, "-map", "0", "-map", "1", "-c", "copy", "-c:s",
                    "mov_text", film.path,
                ]
            ).succeeded()
            try copy(film, to: "hevc.mp4", scratch)
            let service = try await serve(scratch, "cache")
            let index = try await get("\(service.url)/index.m3u8", scratch)
            #expect(index.contains("TYPE=SUBTITLES") && index.contains("SUBTITLES=\""), "\(index)")
            let segment = try #require(try await segments(service, "text", scratch).first)
            #expect(try await get(segment, scratch).contains("remains"))
            try await stop(service)
        }
    }

    /// An empty edit delays the video.
    @Test func videoThatStartsLateIsEncodedToItsEnd() async throws {
        try await Scratch.use { scratch in
            let source = try await movie()
            let late = try await made(
                "late.mp4",
                byFFmpeg: [
                    "-itsoffset", "2.5", "-i", source.path, "-i", source.path, "-map", "0:v", "-map", "1:a", "-c",
                    "copy",
                ])
            try copy(late, to: "hevc.mp4", scratch)
            let service = try await serve(scratch, "cache")
            let probe = try await scratch.run(
                "ffprobe",
                [
                    "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries",
                    "stream=nb_read_packets",
                    "-of", "csv=p=0", "\(service.url)/index.m3u8",
                ], limit: 120
            ).succeeded().output
            #expect(probe.contains("\(Self.frames)"), "\(probe)")
            try await stop(service)
        }
    }

    @Test func unplayableMoviesAreEncodedOnRequestAndDeterministically() async throws {
        try await Scratch.use { scratch in
            try copy(try await movie(), to: "hevc.mp4", scratch)

            let first = try await serve(scratch, "cache")
            let index = try await get("\(first.url)/index.m3u8", scratch)
            #expect(index.contains("avc1.") && index.contains("mp4a.40.2") && !index.contains("hvc1"), "\(index)")
            #expect(index.contains("RESOLUTION=320x180") && index.contains("RESOLUTION=160x90"), "\(index)")

            // Seeks in descending order, and then everything by the validator and ffprobe.
            let video = try await segments(first, "video-180p", scratch)
            let audio = try await segments(first, "audio", scratch)
            #expect(video.count == 7 && audio.count == 7)
            for number in [5, 2, 3] {
                _ = try await get(video[number], scratch, to: "first-v\(number)")
                _ = try await get(audio[number], scratch, to: "first-a\(number)")
            }
            let validation = try await scratch.command(
                ["validate", "\(first.url)/index.m3u8", "--profile", "rfc"], limit: 120
            ).run()
            #expect(validation.code == 0, "\(validation.output) \(validation.errors)")
            for (stream, count) in [("v", Self.frames), ("a", nil)] {
                let probe = try await scratch.run(
                    "ffprobe",
                    [
                        "-v", "error", "-select_streams", "\(stream):0", "-count_packets", "-show_entries",
                        "stream=codec_name,nb_read_packets", "-of", "csv=p=0", "\(first.url)/index.m3u8",
                    ], limit: 120
                ).succeeded().output
                if let count {
                    #expect(probe.contains("h264,\(count)"), "\(probe)")
                } else {
                    #expect(probe.contains("aac"))
                }
            }
            let metrics = try await get("\(first.admin)/metrics", scratch)
            for line in ["sluice_transcodes_running", "sluice_transcodes_queued 0", "sluice_transcode_seconds_count"] {
                #expect(metrics.contains(line), "\(line) in \(metrics)")
            }
            try await stop(first)

            // Another process with an empty cache and another order.
            let second = try await serve(scratch, "other")
            let otherVideo = try await segments(second, "video-180p", scratch)
            let otherAudio = try await segments(second, "audio", scratch)
            for number in [2, 5, 3] {
                _ = try await get(otherAudio[number], scratch, to: "second-a\(number)")
                _ = try await get(otherVideo[number], scratch, to: "second-v\(number)")
                // Audio after a seek depends on the dither of the AC-3 decoder.
                for kind in number < 5 ? ["a", "v"] : ["v"] {
                    #expect(
                        try Data(contentsOf: scratch.file("first-\(kind)\(number)"))
                            == Data(contentsOf: scratch.file("second-\(kind)\(number)")), "\(kind)\(number)")
                }
            }
            try await stop(second)
            try await expectRepaired(scratch)
            try await expectEncrypted(scratch)
        }
    }

    /// Damages all media in the cache of the second service, and verifies that they are made again after its start.
    private func expectRepaired(_ scratch: Scratch) async throws {
        let cache = scratch.file("other").resolvingSymlinksInPath()
        let paths = try FileManager.default.subpathsOfDirectory(atPath: cache.path)
        let media = paths.filter { $0.hasSuffix(".m4s") }.sorted()
        #expect(media.count > 4)
        for (index, path) in media.enumerated() {
            var bytes = try Data(contentsOf: cache.appending(path: path))
            if index % 2 == 0 { bytes.removeLast(bytes.count / 2) } else { bytes[bytes.count / 2] ^= 1 }
            try bytes.write(to: cache.appending(path: path))
        }
        let report = try #require(paths.filter { $0.hasSuffix("report.json") }.max())
        try Data("{".utf8).write(to: cache.appending(path: report))
        let repaired = try await serve(scratch, "other")
        let video = try await segments(repaired, "video-180p", scratch)
        for number in [5, 2] {
            _ = try await get(video[number], scratch, to: "repaired")
            #expect(
                try Data(contentsOf: scratch.file("repaired")) == Data(contentsOf: scratch.file("first-v\(number)")))
        }
        try await stop(repaired)
    }

    /// Verifies that the media in the cache of the first service are sent encrypted.
    private func expectEncrypted(_ scratch: Scratch) async throws {
        let keys = try scratch.write(
            "keys.json", #"{ "keys": [{ "kid": "\#(Self.identifier)", "key": "\#(Self.key)" }] }"#)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keys.path)
        let encrypted = try await serve(
            scratch, "cache",
            settings: """
                      encryption:
                        method: aes-128
                        key-uri: key-{kid}
                        keys: { file: keys.json }
                """)
        let protected = try await segments(encrypted, "video-180p", scratch)
        let folder = try #require(protected.first).prefix { $0 != "?" }.split(separator: "/").dropLast()
        let list = try await get(
            folder.joined(separator: "/").replacing("http:/", with: "http://") + "/playlist.m3u8", scratch)
        let vectors = list.matches(of: /METHOD=AES-128[^\n]*IV=0x([0-9A-Fa-f]{32})/).map { String($0.1) }
        #expect(vectors.count == protected.count, "\(list)")
        for number in [2, 5] {
            _ = try await get(protected[number], scratch, to: "protected")
            let clear = try await scratch.run(
                "openssl",
                [
                    "enc", "-d", "-aes-128-cbc", "-K", Self.key, "-iv", vectors[number], "-in", "protected", "-out",
                    "clear",
                ])
            #expect(clear.code == 0, "\(clear)")
            #expect(
                try Data(contentsOf: scratch.file("clear")) == Data(contentsOf: scratch.file("first-v\(number)")))
        }
        try await stop(encrypted)
    }

    private static let (identifier, key) = (String(repeating: "3", count: 32), "0123456789abcdef0123456789abcdef")

    private static var frames: Int { Int((Double(seconds) * 30000 / 1001).rounded(.up)) }

    @Test func transcodingRequiresACache() async throws {
        try await Scratch.use { scratch in
            try copy(try await Movie.small.file(), to: "a.mp4", scratch)
            let run = try await scratch.command(["serve", "movies", "--transcode", "720"], limit: 20).run()
            #expect(run.code != 0 && run.errors.contains("--cache"), "\(run.errors)")
        }
    }
}
