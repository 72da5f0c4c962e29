import Foundation
import Testing

/// The end of runs over files: by a signal, and with an output folder that is not empty.
@Suite struct EndingTests {
    @Test func aSignalEndsARunOverAFileInGoodOrder() async throws {
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            let movie = try await Movie.main.file()
            let run = try scratch.command(["segment", movie.path, output.path, "--encode", "--interval", "1s"]).start()
            let hasBegun = try await eventually(within: 30) {
                FileManager.default.fileExists(atPath: output.appending(path: "video/segment-00001.m4s").path)
                    || !run.isRunning
            }
            run.signal(SIGINT)
            _ = try await run.outcome(within: 20).succeeded()
            try #require(hasBegun)
            let presentation = try Presentation(folder: output)
            for rendition in presentation.renditions {
                #expect(rendition.playlist.isWhole)
                let file = try rendition.joined(in: scratch)
                let decoded = try await scratch.decode(file)
                #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
            }
        }
    }

    @Test func aFolderCanBeUsedAgain() async throws {
        try await Scratch.use { scratch in
            let movie = try await Movie.small.file()
            _ = try await scratch.segment(movie, into: "out", "--interval", "1s")
            let presentation = try await scratch.segment(movie, into: "out", "--interval", "5s")
            for rendition in presentation.renditions { #expect(rendition.playlist.segments.count == 2) }
            let played = try await Player.ffmpeg.play(presentation.multivariantURL, in: scratch)
            #expect(played.frames == 300)
        }
    }

    @Test func aFailedRunInAUsedFolderLeavesNothingThatClaimsToBeWhole() async throws {
        try await Scratch.use { scratch in
            let presentation = try await scratch.segment(Movie.small.file(), into: "out", "--interval", "2s")
            let before = try presentation.renditions.map { try $0.bytes(0) }
            let damaged = try await OddTimes.backwards()
            let outcome = try await scratch.sluice(
                "segment", damaged.path, scratch.file("out").path, "--interval", "1s")
            #expect(outcome.code == 1)
            // Either the files are untouched, or overwritten ones are no longer listed. The second run has no audio:
            // the first run's audio is still complete, but no multivariant playlist refers to it.
            let untouched = try? Presentation(folder: scratch.file("out")).renditions.map { try $0.bytes(0) }
            if untouched != before {
                try expectNothingWhole(in: scratch.file("out/video"))
                #expect(!FileManager.default.fileExists(atPath: scratch.file("out/index.m3u8").path))
            }
        }
    }

    /// The request of the console and of other programs; without the parameter, `end-list` decides.
    @Test(arguments: [("", true, true), ("?end=false", true, false), ("", false, false), ("?end", false, true)])
    func requestToStopDecidesWhetherLivePlaylistsEnd(query: String, endList: Bool, isEnded: Bool) async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write(
                "live.yaml",
                """
                stages:
                  picture: { use: test.video, with: { size: 160x90, rate: 25, live: true } }
                  video: { use: video.encode, from: picture, with: { bitrate: 200kbit/s, tune: zerolatency } }
                  segments: { use: fmp4.segment, from: video, with: { interval: 500ms } }
                  playlists: { use: hls.playlist, from: segments, with: { type: live, end-list: \(endList) } }
                  folder: { use: file.folder, from: playlists, with: { path: out } }

                """)
            let run = try scratch.command(["run", file.path, "--admin", "127.0.0.1:0"]).start()
            defer { run.end() }
            let playlist = scratch.file("out/video/playlist.m3u8").path
            try await run.expect(that: { FileManager.default.fileExists(atPath: playlist) }, "a playlist is written")
            let admin = try #require(run.errors.firstMatch(of: /admin listener on (http:\S*)/), "\(run.errors)").1
            _ = try await scratch.run(
                "curl", ["--silent", "--fail", "--request", "POST", "\(admin)stop\(query)"]
            ).succeeded()
            _ = try await run.outcome(within: 30).succeeded()
            let text = try String(contentsOfFile: playlist, encoding: .utf8)
            #expect(text.contains("#EXT-X-ENDLIST") == isEnded, "\(text)")
        }
    }
}
