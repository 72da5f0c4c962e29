import Foundation
import Testing

/// `sluice serve` with a recording and an archive that `sluice run` writes at the same time.
@Suite struct ServeLiveTests {
    private static let pipeline = """
        pipeline: live
        stages:
          picture: { use: test.video, with: { size: 160x90, rate: 30, live: true } }
          tone: { use: test.audio, with: { rate: 48000, channels: 1, live: true } }
          keyframes: { use: keyframe.force, from: picture, with: { interval: 1s } }
          video: { use: video.encode, from: keyframes, with: { codec: h264, bitrate: 200kbps } }
          audio: { use: audio.encode, from: tone, with: { codec: aac, bitrate: 64kbps } }
          movie: { use: file.movie, from: [video, audio], with: { path: movies/live.mp4, fragment-interval: 1s } }
          segments: { use: fmp4.segment, from: [video, audio], with: { interval: 1s } }
          playlists: { use: hls.playlist, from: segments, with: { type: live, window: 60s } }
          folder: { use: file.folder, from: playlists, with: { path: movies/tv } }
        """

    /// The content of a URL once it is served and contains a text.
    private func content(
        _ url: String, containing text: String = "", _ scratch: Scratch, within seconds: Double = 20
    ) async throws -> String {
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            let outcome = try await scratch.run("curl", ["--silent", "--fail", url])
            if outcome.code == 0, text.isEmpty || outcome.output.contains(text) { return outcome.output }
            try #require(ContinuousClock.now < end, "\(url): \(outcome.output)")
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    private func packets(_ input: String, _ scratch: Scratch) async throws -> String {
        try await scratch.run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries", "stream=nb_read_packets",
                "-of", "csv=p=0", input,
            ]
        ).succeeded().output.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }

    @Test func recordingAndArchiveArePresentedWhileTheyAreWritten() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("movies")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.linkItem(at: try await Movie.small.file(), to: folder.appending(path: "movie.mp4"))
            let port = freePort()
            let url = "http://127.0.0.1:\(port)"
            var serving = scratch.command(
                ["serve", "movies", "--interval", "1s", "--listen", "127.0.0.1:\(port)"], limit: 120)
            serving.environment = ["XDG_RUNTIME_DIR": scratch.folder.path]
            let server = try serving.start()
            try await server.expect("serving movies at")
            _ = try scratch.write("live.yaml", Self.pipeline)
            let recorder = try scratch.command(["run", "live.yaml"], limit: 120).start()
            defer { recorder.signal(SIGKILL) }

            // The recording grows; its URLs stay the same.
            let entry = try await content("\(url)/live.mp4/index.m3u8", scratch)
            let version = try #require(entry.firstMatch(of: /v1\w{12}/)).0
            let media = "\(url)/live.mp4/\(version)/video/playlist.m3u8"
            let early = try await content(media, scratch)
            #expect(early.contains("EXT-X-PLAYLIST-TYPE:EVENT"))
            let later = try await content(media, containing: "segment-00006.m4s", scratch)
            #expect(later.hasPrefix(early))
            let validation = try await scratch.command(["validate", "\(url)/live.mp4/index.m3u8"]).run()
            #expect(validation.code == 0, "\(validation.output)")

            try await windowsListArchivedFiles(url, folder.appending(path: "tv"), scratch)

            // Killed: the complete fragments are presented.
            recorder.signal(SIGKILL)
            _ = try await recorder.outcome(within: 10)
            _ = try await scratch.run("touch", ["-d", "-60 seconds", "movies/live.mp4"]).succeeded()
            #expect(try await content(media, containing: "#EXT-X-ENDLIST", scratch).hasPrefix(later))
            _ = try await content("\(url)/live.mp4/index.m3u8", scratch)
            #expect(try await Int(packets("\(url)/live.mp4/index.m3u8", scratch)) ?? 0 > 120)
            let ended = try await scratch.command(["validate", "\(url)/live.mp4/index.m3u8"]).run()
            #expect(ended.code == 0, "\(ended.output)")
        }
    }

    private func windowsListArchivedFiles(_ url: String, _ archive: URL, _ scratch: Scratch) async throws {
        // A window of the archive, which is still being recorded.
        let archived = try String(contentsOf: archive.appending(path: "video/playlist.m3u8"), encoding: .utf8)
        let dates = archived.matches(of: /DATE-TIME:(\S+)\+00:00/).map { String($0.1) + "Z" }
        try #require(dates.count >= 5)
        let window = "\(url)/tv/index.m3u8?from=\(dates[1])&to=\(dates[4])"
        let list = try await content(window, scratch)
        let windowValidation = try await scratch.command(["validate", window]).run()
        #expect(windowValidation.code == 0, "\(windowValidation.output)")
        let prefix = try #require(list.firstMatch(of: /\nv1.*\/video\//)).0.dropFirst()
        let video = try await content("\(url)/tv/\(prefix)playlist.m3u8", scratch)
        #expect(video.contains("EXT-X-PLAYLIST-TYPE:VOD") && video.contains("#EXT-X-ENDLIST"))
        let segments = video.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(segments.count == 3)
        let initialization = try Data(contentsOf: archive.appending(path: "video/init.mp4"))
        var whole = initialization
        for segment in segments {
            let name = try #require(segment.split(separator: "/").last)
            let file = try Data(contentsOf: archive.appending(path: "video/\(name)"))
            _ = try await scratch.run(
                "curl", ["--silent", "--fail", "--output", "copy", "\(url)/tv/\(prefix)\(segment)"]
            ).succeeded()
            #expect(try Data(contentsOf: scratch.file("copy")) == file, "\(segment)")
            whole += file
        }
        try whole.write(to: scratch.file("whole.mp4"))
        #expect(try await packets(window, scratch) == packets(scratch.file("whole.mp4").path, scratch))

        // A window whose end is in the future.
        let now = ISO8601DateFormatter().string(from: Date().addingTimeInterval(3600))
        _ = try await content("\(url)/tv/index.m3u8?from=\(dates[1])&to=\(now)", scratch)
        for (query, code) in [
            ("from=x", "400"), ("from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z", "416"), ("start=1", "400"),
        ] {
            let answer = try await scratch.run(
                "curl",
                ["--silent", "--output", "answer", "--write-out", "%{http_code}", "\(url)/tv/index.m3u8?\(query)"])
            #expect(answer.output == code, "\(query)")
        }
    }
}
