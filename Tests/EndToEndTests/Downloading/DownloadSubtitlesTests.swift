import Foundation
import Testing

/// Segmented WebVTT subtitles in two languages with a movie of ten seconds.
@Suite struct DownloadSubtitlesTests {
    /// Returns the text of a cue; there is one cue per second.
    private func cue(_ index: Int, _ language: String) -> String { "\(language) cue \(index)" }

    /// Writes a rendition with segments of two seconds.
    private func write(_ language: String, into root: URL) throws {
        let folder = root.appending(path: language)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var playlist = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        for segment in 0..<5 {
            // The movie's transport stream starts at 1.4 s, or 126000 ticks.
            var text = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:126000,LOCAL:00:00:00.000\n\n"
            for second in [2 * segment, 2 * segment + 1] {
                text += "00:00:0\(second).100 --> 00:00:0\(second).900\n\(cue(second, language))\n\n"
            }
            try Data(text.utf8).write(to: folder.appending(path: "\(segment).vtt"))
            playlist += "#EXTINF:2,\n\(segment).vtt\n"
        }
        try Data((playlist + "#EXT-X-ENDLIST\n").utf8).write(to: folder.appending(path: "index.m3u8"))
    }

    private func site(_ root: URL, in scratch: Scratch) async throws {
        let movie = try await Movie.small.file()
        _ = try await scratch.run(
            "ffmpeg",
            ["-v", "error", "-i", movie.path, "-c", "copy", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"]
                + [root.appending(path: "movie.m3u8").path]
        ).succeeded()
        for language in ["en", "fr"] { try write(language, into: root) }
        let master = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="en/index.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="Français",LANGUAGE="fr",AUTOSELECT=YES,URI="fr/index.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64000d,mp4a.40.2",RESOLUTION=320x180,SUBTITLES="subs"
            movie.m3u8

            """
        try Data(master.utf8).write(to: root.appending(path: "master.m3u8"))
    }

    /// Returns the decoded video frames and the subtitles of a language, as ffmpeg outputs them.
    ///
    /// ffmpeg ignores subtitle renditions in multivariant playlists, so it also gets their media playlist.
    private func shown(_ index: URL, _ language: String, in scratch: Scratch) async throws -> (String, String) {
        let media = try PlaylistText(index).attributes("EXT-X-MEDIA")
        let uri = try #require(media.first { $0["TYPE"] == "SUBTITLES" && $0["LANGUAGE"] == language }?["URI"])
        let captions = index.deletingLastPathComponent().appending(path: uri)
        let text = scratch.file("shown-\(UUID().uuidString).srt")
        let frameDigests = try await scratch.run(
            "ffmpeg",
            ["-v", "error", "-i", index.path, "-allowed_extensions", "ALL", "-i", captions.path, "-map", "1:s"]
                + [text.path, "-map", "0:v", "-f", "streamhash", "-"]
        ).succeeded().output
        return (frameDigests, try String(contentsOf: text, encoding: .utf8))
    }

    @Test(arguments: [["en"], ["en", "fr"]])
    func selectedSubtitlesPlayOffline(languages: [String]) async throws {
        try await Scratch.use { scratch in
            let origin = try await LoggingOrigin(in: scratch)
            defer { origin.end() }
            try await site(origin.folder, in: scratch)
            let local = scratch.file("local")
            _ = try await scratch.sluice(
                "download", "\(origin.base)/master.m3u8", local.path, "--subtitles", languages.joined(separator: ",")
            ).succeeded()
            for language in ["en", "fr"] {
                let isChosen = languages.contains(language)
                #expect(origin.requests["/\(language)/index.m3u8"] == (isChosen ? 1 : nil))
                #expect((0..<5).allSatisfy { origin.requests["/\(language)/\($0).vtt"] == (isChosen ? 1 : nil) })
            }
            let here = Set(try contents(of: local).values)
            for language in languages {
                for (name, data) in try contents(of: origin.folder.appending(path: language))
                where name.hasSuffix(".vtt") { #expect(here.contains(data), "\(name) differs") }
                let (frameDigests, text) = try await shown(local.appending(path: "index.m3u8"), language, in: scratch)
                for second in 0..<10 { #expect(text.contains(cue(second, language))) }
                let remote = try await shown(origin.folder.appending(path: "master.m3u8"), language, in: scratch)
                #expect(frameDigests == remote.0 && !frameDigests.isEmpty && text == remote.1)
            }
        }
    }

    @Test func missingSubtitlesErrorListsAvailableOnes() async throws {
        try await Scratch.use { scratch in
            let origin = try await LoggingOrigin(in: scratch)
            defer { origin.end() }
            try await site(origin.folder, in: scratch)
            let outcome = try await scratch.sluice(
                "download", "\(origin.base)/master.m3u8", scratch.file("local").path, "--subtitles", "de")
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("available: en, fr"))
            #expect(origin.requests.keys.allSatisfy { $0 == "/master.m3u8" })
        }
    }
}
