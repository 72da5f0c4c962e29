import Foundation
import Testing

/// `hls.read` as the source of a pipeline.
@Suite struct ReadHLSTests {
    private func record(_ url: String, prefer: String = "TRUEPREDICATE", in scratch: Scratch) async throws -> URL {
        let output = scratch.file("recorded-\(UUID().uuidString).mp4")
        _ = try await scratch.sluice(
            "run", Sluice.pipeline("hls-record").path, "--set", "url=\(url)", "--set", "output=\(output.path)", "--set",
            "prefer=\(prefer)", "-q"
        ).succeeded()
        return output
    }

    /// Returns a digest of all video frames of a movie.
    private func frameDigest(_ url: URL, in scratch: Scratch) async throws -> String {
        try await scratch.run(
            "ffmpeg",
            ["-v", "error", "-i", url.path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "streamhash", "-"]
        ).succeeded().output
    }

    @Test(arguments: [Kind.vod, .muxed, .singleFile])
    func everyFrameOfASluicePresentationIsRead(kind: Kind) async throws {
        try await Scratch.use { scratch in
            let presentation = try await kind.presentation()
            let expected = try await frameDigest(try await Movie.small.file(), in: scratch)
            let local = try await record(presentation.multivariantURL.path, in: scratch)
            #expect(try await frameDigest(local, in: scratch) == expected)
            let folder = presentation.multivariantURL.deletingLastPathComponent()
            try await Origin.serve(folder, in: scratch) { address in
                let remote = try await record(address + presentation.multivariantURL.lastPathComponent, in: scratch)
                #expect(try await frameDigest(remote, in: scratch) == expected)
            }
        }
    }

    @Test func encryptedTransportStreamsOfThePreferredVariantAreRead() async throws {
        try await Scratch.use { scratch in
            let root = scratch.file("remote")
            try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
            try Data((0..<16).map { UInt8($0) }).write(to: root.appending(path: "a.key"))
            let info = try scratch.write("info", "../a.key\n\(root.appending(path: "a.key").path)\n")
            let movie = try await Movie.small.file()
            for size in ["160x90", "320x180"] {
                let folder = root.appending(path: size)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                _ = try await scratch.run(
                    "ffmpeg",
                    [
                        "-v", "error", "-i", movie.path, "-s", size, "-c:v", "libx264", "-preset", "ultrafast", "-g",
                        "30",
                    ]
                        + ["-c:a", "copy", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"]
                        + ["-hls_key_info_file", info.path, folder.appending(path: "index.m3u8").path]
                ).succeeded()
            }
            let master =
                "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9000000\n320x180/index.m3u8\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=1000000\n160x90/index.m3u8\n"
            try Data(master.utf8).write(to: root.appending(path: "master.m3u8"))
            try await Origin.serve(root, in: scratch) { address in
                for (prefer, width) in [("peakBitRate < 5000000", "160"), ("peakBitRate > 5000000", "320")] {
                    let output = try await record(address + "master.m3u8", prefer: prefer, in: scratch)
                    let shown = try await scratch.run(
                        "ffprobe",
                        ["-v", "error", "-count_packets", "-select_streams", "v", "-show_entries"]
                            + ["stream=width,nb_read_packets", "-of", "csv=p=0", output.path]
                    ).succeeded()
                    #expect(shown.output == "\(width),300\n")
                }
            }
        }
    }

    @Test(arguments: ["en", "fr"])
    func audioOfTheRequestedLanguageIsRead(language: String) async throws {
        try await Scratch.use { scratch in
            let root = scratch.file("remote")
            let inputs = [("video", Movie.silent, "copy"), ("en", .soundOnly, "copy"), ("fr", .soundOnly, "ac3")]
            for (name, movie, codec) in inputs {
                let folder = root.appending(path: name)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                _ = try await scratch.run(
                    "ffmpeg",
                    ["-v", "error", "-i", try await movie.file().path, "-c:v", "copy", "-c:a", codec, "-f", "hls"]
                        + ["-hls_segment_type", "fmp4", "-hls_playlist_type", "vod"]
                        + [folder.appending(path: "index.m3u8").path]
                ).succeeded()
            }
            let media = ["en", "fr"].map {
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"\($0)\",LANGUAGE=\"\($0)\",AUTOSELECT=YES,"
                    + "URI=\"{$there}/\($0)/index.m3u8\"\n"
            }.joined()
            let master =
                "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-DEFINE:NAME=\"there\",VALUE=\".\"\n" + media
                + "#EXT-X-STREAM-INF:BANDWIDTH=1000000,AUDIO=\"a\"\nvideo/index.m3u8\n"
            try Data(master.utf8).write(to: root.appending(path: "master.m3u8"))
            let output = scratch.file("out.mp4")
            _ = try await scratch.run(
                pipeline: """
                    pipeline: test
                    stages:
                      presentation:
                        use: hls.read
                        with: { url: "\(root.path)/master.m3u8", audio: \(language) }
                      movie:
                        use: file.movie
                        from: presentation
                        with: { path: "\(output.path)" }

                    """
            ).succeeded()
            let codecs = try await scratch.run(
                "ffprobe",
                ["-v", "error", "-show_entries", "stream=codec_name", "-of", "default=nk=1:nw=1", output.path]
            ).succeeded().output.split(separator: "\n").map(String.init)
            #expect(codecs == ["h264", language == "en" ? "aac" : "ac3"])
        }
    }

    /// Another camera of a VIDEO group, and subtitles that a decoder does not decode.
    @Test(arguments: [
        ("hls.read", "", [String]()), ("hls.decode", "", ["read them with hls.read"]),
        ("hls.decode", ", subtitles: none", []), ("hls.read", ", subtitles: fr", ["since 'subtitles' selects 'fr'"]),
    ])
    func renditionsThatAreNotReadAreReported(use: String, more: String, reasons: [String]) async throws {
        try await Scratch.use { scratch in
            let movie = try await Movie.silent.file()
            _ = try await scratch.segment(movie, into: "in", "--interval", "2s")
            let master = scratch.file("in/master.m3u8")
            try Data(
                """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="Front",DEFAULT=YES,AUTOSELECT=YES
                #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="Rear",URI="rear/playlist.m3u8"
                #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="en.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=1000000,VIDEO="v",SUBTITLES="s"
                video/playlist.m3u8

                """.utf8
            ).write(to: master)
            try Data(
                "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nen.vtt\n#EXT-X-ENDLIST\n".utf8
            ).write(to: scratch.file("in/en.m3u8"))
            try Data("WEBVTT\n\n00:01.000 --> 00:02.000\nText\n".utf8).write(to: scratch.file("in/en.vtt"))
            let outcome = try await scratch.run(
                pipeline: """
                    stages:
                      presentation: { use: \(use), with: { url: "\(master.path)", tracks: [video, text]\(more) } }
                      \(use == "hls.decode" ? "video: { use: video.encode, from: presentation }" : "")
                      movie:
                        use: file.movie
                        from: \(use == "hls.decode" ? "video" : "presentation")
                        with: { path: "\(scratch.file("out.mp4").path)" }

                    """
            ).succeeded()
            let lines = outcome.errorLines.filter { $0.contains("Rear") || $0.contains("English") }
            let expected = ["since the video of the variant is read"] + reasons
            #expect(
                lines.count == expected.count
                    && expected.allSatisfy { reason in lines.contains { $0.contains(reason) } },
                "\(outcome)")
        }
    }

    @Test func livePresentationIsRecordedWithoutAGap() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("live")
            let live = try scratch.liveCommand(folder, "--duration", "60s", window: 6).start()
            defer { live.end() }
            let isUp = try await eventually(within: 20) {
                let playlist = try? PlaylistText(folder.appending(path: "video/playlist.m3u8"))
                return (playlist?.segments.count ?? 0) >= 3 || !live.isRunning
            }
            try #require(isUp && live.isRunning)
            try await Origin.serve(folder, in: scratch) { address in
                let output = scratch.file("live.mp4")
                var command = scratch.command(
                    ["run", Sluice.pipeline("hls-record").path, "--set", "url=\(address)index.m3u8", "--set"]
                        + ["output=\(output.path)", "--set", "prefer=TRUEPREDICATE", "--duration", "6s", "-q"],
                    limit: 30)
                command.isIdle = true
                _ = try await command.run().succeeded()
                let times = try await scratch.run(
                    "ffprobe",
                    ["-v", "error", "-select_streams", "v", "-show_entries", "frame=best_effort_timestamp_time"]
                        + ["-of", "csv=p=0", output.path]
                ).succeeded().output.split(whereSeparator: { $0 == "\n" || $0 == "," }).compactMap { Double($0) }
                #expect((170...181).contains(times.count), "expected 6 s of 30 frames per second: \(times.count)")
                #expect(zip(times, times.dropFirst()).allSatisfy { (0.02...0.05).contains($1 - $0) })
            }
        }
    }

    @Test(arguments: [
        ("foo < 1", 2, "prefer: 'foo < 1' is invalid at column 1"), ("", 2, "prefer: '' is invalid at column 1"),
    ])
    func malformedConditionIsReportedBeforeTheRun(prefer: String, code: Int32, message: String) async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.command(
                ["check", Sluice.pipeline("hls-record").path, "--set", "prefer=\(prefer)"]
            ).run()
            #expect(outcome.code == code)
            #expect(outcome.errors.contains(message))
        }
    }

    @Test func playlistReferencingLocalFilesIsRejected() async throws {
        try await Scratch.use { scratch in
            let origin = try await LoggingOrigin(in: scratch)
            defer { origin.end() }
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"
            try Data(text.utf8).write(to: origin.folder.appending(path: "index.m3u8"))
            let outcome = try await scratch.command(
                [
                    "run", Sluice.pipeline("hls-record").path, "--set", "url=\(origin.base)/index.m3u8", "--set",
                    "output=\(scratch.file("out.mp4").path)",
                ]
            ).run()
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("references 'file:///etc/passwd'; only http: and https: URLs"))
        }
    }
}
