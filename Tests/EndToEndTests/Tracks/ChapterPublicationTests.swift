import Foundation
import Testing

/// The chapters of the input in every form in which a movie is published.
@Suite struct ChapterPublicationTests {
    private static let shape = ChapterTests.shapes[0]

    /// Packages the movie with chapters by a playlist of this type, and by an MPD.
    private func package(_ type: String, _ scratch: Scratch, source: String? = nil) async throws -> Outcome {
        let movie = try await ChapterTests.file(Self.shape).path
        return try await scratch.run(
            pipeline: """
                pipeline: test
                stages:
                  movie: \(source ?? "{ use: mp4.read, with: { path: \"\(movie)\" } }")
                  segments: { use: fmp4.segment, from: movie, with: { interval: 2s, profile: cmaf } }
                  playlists: { use: hls.playlist, from: segments, with: { type: \(type) } }
                  manifest: { use: dash.manifest, from: playlists }
                  folder: { use: file.folder, from: manifest, with: { path: \(type) } }

                """
        ).succeeded()
    }

    private func expectChapters(_ folder: String, _ scratch: Scratch) throws {
        try ChapterTests.expectChapters(try Data(contentsOf: scratch.file("\(folder)/chapters.json")), Self.shape)
        let playlist = try String(contentsOf: scratch.file("\(folder)/index.m3u8"), encoding: .utf8)
        #expect(playlist.contains(ChapterTests.declaration), "\(playlist)")
    }

    @Test func eventsHaveChaptersAndManifestsReportThem() async throws {
        try await Scratch.use { scratch in
            for type in ["vod", "event"] {
                let outcome = try await package(type, scratch)
                #expect(outcome.errors.contains("3 chapters of the input in chapters.json"), "\(outcome)")
                #expect(outcome.errors.contains("the MPD does not refer to chapters.json"), "\(outcome)")
                try expectChapters(type, scratch)
            }
        }
    }

    @Test func livePlaylistsReportChapters() async throws {
        try await Scratch.use { scratch in
            let outcome = try await package("live", scratch)
            #expect(
                outcome.errors.contains("3 chapters of the input left out: live playlists lose the media"), "\(outcome)"
            )
            #expect(!FileManager.default.fileExists(atPath: scratch.file("live/chapters.json").path))
        }
    }

    /// Presentations of fragmented MP4 and transport streams whose times start at 10 s, in files and over HTTP.
    @Test(arguments: ["fmp4", "mpegts"]) func chaptersOfPresentationsAreKept(container: String) async throws {
        try await Scratch.use { scratch in
            _ = try await scratch.segment(try await ChapterTests.file(Self.shape), into: "made")
            let chapters = try Data(contentsOf: scratch.file("made/chapters.json"))
            let folder = scratch.file("source")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let movie = try await ChapterTests.file(Self.shape).path
            _ = try await scratch.run(
                "ffmpeg",
                ["-v", "error", "-i", movie, "-map", "0:v", "-map", "0:a", "-c", "copy", "-output_ts_offset", "10"]
                    + ["-f", "hls", "-hls_segment_type", container, "-hls_time", "2", "-hls_playlist_type", "vod"]
                    + [folder.appending(path: "list.m3u8").path]
            ).succeeded()
            try chapters.write(to: folder.appending(path: "chapters.json"))
            let index =
                "#EXTM3U\n#EXT-X-VERSION:6\n\(ChapterTests.declaration)\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nlist.m3u8\n"
            try Data(index.utf8).write(to: folder.appending(path: "index.m3u8"))
            _ = try await package(
                "vod", scratch, source: "{ use: hls.read, with: { url: \"\(folder.path)/index.m3u8\" } }")
            try expectChapters("vod", scratch)
            try await Origin.serve(folder, in: scratch) { address in
                _ = try await package(
                    "event", scratch, source: "{ use: hls.read, with: { url: \"\(address)index.m3u8\" } }")
                try expectChapters("event", scratch)
                // Copies of the presentation keep them as well.
                _ = try await scratch.sluice("download", "\(address)index.m3u8", "copy").succeeded()
                let copy = try String(contentsOf: scratch.file("copy/index.m3u8"), encoding: .utf8)
                let uri = try #require(copy.firstMatch(of: /DATA-ID="com.apple.hls.chapters",URI="([^"]*)"/)).1
                #expect(try Data(contentsOf: scratch.file("copy/\(uri)")) == chapters)
            }
            try Data("{}".utf8).write(to: folder.appending(path: "chapters.json"))
            let damaged = try await package(
                "vod", scratch, source: "{ use: hls.read, with: { url: \"\(folder.path)/index.m3u8\" } }")
            #expect(damaged.errors.contains("the chapters of '\(folder.path)/index.m3u8' cannot be read"), "\(damaged)")
        }
    }

    @Test func decryptedPresentationsKeepChapters() async throws {
        try await Scratch.use { scratch in
            let input = try await ChapterTests.file(Self.shape).path
            _ = try await scratch.sluice("keys", "new", "--output", "keys.json").succeeded()
            _ = try await scratch.sluice(
                "segment", input, "out", "--encrypt", "cbcs", "--key-file", "keys.json", "--key-uri",
                "https://example.com/{kid}"
            ).succeeded()
            _ = try await scratch.sluice("decrypt", "out", "clear", "--key-file", "keys.json").succeeded()
            try expectChapters("clear", scratch)
        }
    }
}
