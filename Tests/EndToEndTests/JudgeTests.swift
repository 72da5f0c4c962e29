import Foundation
import Testing

/// The test tools themselves: they accept valid HLS and detect errors, in presentations made by another tool.
@Suite struct JudgeTests {
    @Test(arguments: Player.allCases)
    func playersPlayWholeHLSToItsEnd(player: Player) async throws {
        try await Scratch.use { scratch in
            let playlist = try await foreignHLS(in: scratch)
            let played = try await player.play(playlist, in: scratch)
            #expect(abs(try #require(played.videoSeconds) - 10) < player.tolerance)
            #expect(abs(try #require(played.audioSeconds) - 10) < player.tolerance)
        }
    }

    @Test(arguments: Player.allCases)
    func playersSeeThatASegmentIsMissing(player: Player) async throws {
        try await Scratch.use { scratch in
            let playlist = try await foreignHLS(in: scratch)
            try FileManager.default.removeItem(at: playlist.deletingLastPathComponent().appending(path: "v1.m4s"))
            do {
                let played = try await player.play(playlist, in: scratch)
                #expect(abs((played.videoSeconds ?? 0) - 10) > player.tolerance)
            } catch is Unable {
            }
        }
    }

    @Test func ticksThatComeLateAreMeasured() async throws {
        try await Scratch.use { scratch in
            let movie = try await FlashAndTick.file()
            let late = scratch.file("late.mp4")
            _ = try await scratch.run(
                "ffmpeg",
                [
                    "-v", "error", "-i", movie.path, "-itsoffset", "0.05", "-i", movie.path, "-map", "0:v", "-map",
                    "1:a", "-c", "copy", late.path,
                ]
            ).succeeded()
            let source = try await Synchrony(video: movie, audio: movie, in: scratch)
            let output = try await Synchrony(video: late, audio: late, in: scratch)
            for (before, after) in zip(source.offsets, output.offsets) { #expect(abs(after - before - 0.05) < 0.001) }
        }
    }

    @Test func aForeignPresentationIsFoundFromItsMultivariantPlaylist() async throws {
        try await Scratch.use { scratch in
            let presentation = try Presentation(
                folder: try await foreignHLS(in: scratch).deletingLastPathComponent())
            #expect(presentation.renditions.count == 2)
            let video = try await presentation.rendition("video", in: scratch)
            #expect(video.playlist.segments.map(\.duration) == [2, 2, 2, 2, 2])
            try await expectIDRFirst(video, 1, in: scratch)
            #expect(AccessUnit.codecName(try video.initialization())?.hasPrefix("avc1.") == true)
        }
    }

    /// Makes HLS with fragmented MP4 by ffmpeg; returns the URL of the multivariant playlist.
    private func foreignHLS(in scratch: Scratch) async throws -> URL {
        let folder = scratch.file("foreign")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let movie = try await Movie.small.file()
        _ = try await scratch.run(
            "ffmpeg",
            [
                "-v", "error", "-i", movie.path, "-c", "copy", "-f", "hls", "-hls_segment_type", "fmp4",
                "-hls_time", "2", "-hls_playlist_type", "vod", "-master_pl_name", "index.m3u8",
                "-var_stream_map", "v:0,agroup:a,name:v a:0,agroup:a,name:a",
                "-hls_segment_filename", folder.path + "/%v%d.m4s", folder.path + "/%v.m3u8",
            ]
        ).succeeded()
        return folder.appending(path: "index.m3u8")
    }
}
