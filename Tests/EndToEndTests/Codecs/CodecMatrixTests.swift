import Foundation
import Testing

/// Each codec in passthrough and encoded, in both profiles: its CODECS string is correct and third-party players play
/// it without errors.
@Suite(.serialized) struct CodecMatrixTests {
    @Test(arguments: CodecMovie.all, profiles)
    func whatAMovieHasIsPassedOn(movie: CodecMovie, profile: String) async throws {
        try await Scratch.use { scratch in
            let input = try await movie.file()
            let presentation = try await SharedRuns.shared.presentation(
                ["segment", input.path, "OUTPUT", "--interval", "1s", "--profile", profile])
            try await judge(presentation, movie, input, in: scratch)
        }
    }

    /// The codecs that Chromium supports in HLS.
    @Test(
        .enabled(if: Browser.isAvailable, "Chromium is not installed"),
        arguments: [.h264, .av1, .vp9, .aac, .opus, .flac] as [CodecMovie])
    func aBrowserPlaysWhatItKnows(movie: CodecMovie) async throws {
        try await Scratch.use { scratch in
            let input = try await movie.file()
            let presentation = try await SharedRuns.shared.presentation(
                ["segment", input.path, "OUTPUT", "--interval", "1s", "--profile", "cmaf"])
            let page = try await Browser.play(presentation.multivariantURL, in: scratch)
            #expect(page.what == "ended" && abs(page.seconds - 2) < 0.2, "\(page)")
        }
    }

    /// Containers without configuration records, or with other ones: the records are built from the bitstream.
    @Test(
        arguments: [
            (CodecMovie.hevc, "mkv"), (.hevc, "ts"), (.hdr10, "ts"), (.av1, "mkv"), (.vp9, "webm"), (.opus, "mkv"),
            (.flac, "mkv"), (.ac3, "ts"), (.eac3, "ts"), (.eac3, "mkv"), (.mp3, "mkv"), (.mp3, "ts"), (.flac, "mp4"),
            (.alac, "mp4"),
        ] as [(CodecMovie, String)])
    func whatAnotherContainerHasIsPassedOn(movie: CodecMovie, container: String) async throws {
        try await Scratch.use { scratch in
            let input = try await movie.file(container)
            let presentation = try await SharedRuns.shared.presentation([input.path, "file.read"]) { scratch, output in
                let text = Self.reading(input, output)
                _ = try await scratch.run(pipeline: text).succeeded()
            }
            try await judge(presentation, movie, input, in: scratch)
        }
    }

    @Test(
        arguments: [("h264", "aac"), ("h264", "ac3"), ("hevc", "opus"), ("av1", "flac")] as [(String, String)], profiles
    )
    func flashAndTickStayTogetherInEveryCodec(codecs: (video: String, audio: String), profile: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await FlashAndTick.file()
            let presentation = try await SharedRuns.shared.presentation(
                [codecs.video, codecs.audio, profile]
            ) { scratch, output in
                let text = Self.encoding(movie, output, codecs, profile)
                let outcome = try await scratch.run(pipeline: text, limit: 120).succeeded()
                guard !outcome.errors.contains("warning") else { throw Unable("\(outcome)") }
            }
            let source = try await Synchrony(video: movie, audio: movie, in: scratch)
            let video = try await presentation.rendition("video", in: scratch)
            let audio = try await presentation.rendition("audio", in: scratch)
            let output = try await Synchrony(
                video: video.joined(in: scratch), audio: audio.joined(in: scratch), in: scratch)
            #expect(output.ticks.count == source.ticks.count && output.flashes.count == source.flashes.count)
            for (before, after) in zip(source.offsets, output.offsets) {
                #expect(
                    abs(after - before) < 0.001, "a tick comes \(after) s after its flash; in the source \(before) s")
            }
            // Frames and segments start at the requested times.
            let starts = video.playlist.segments.map(\.duration)
            #expect(starts.dropLast().allSatisfy { abs($0 - 4) < 0.001 }, "\(starts)")
            for player in Player.allCases { _ = try await player.play(presentation.multivariantURL, in: scratch) }
        }
    }

    private func judge(
        _ presentation: Presentation, _ movie: CodecMovie, _ input: URL, in scratch: Scratch
    ) async throws {
        let type = movie.isVideo ? "video" : "audio"
        let stream = try await ProbedStream.first(type, of: input, in: scratch)
        let variant = try #require(presentation.multivariant.variants.first)
        #expect(variant.attributes["CODECS"] == movie.name(stream))
        let file = try await presentation.rendition(type, in: scratch).joined(in: scratch)
        let written = try await ProbedStream.first(type, of: file, in: scratch)
        #expect(written.codec_name == stream.codec_name && written.channels == stream.channels)
        for player in Player.allCases {
            let played = try await player.play(presentation.multivariantURL, in: scratch)
            let seconds = try #require(movie.isVideo ? played.videoSeconds : played.audioSeconds)
            #expect(abs(seconds - 2) < 0.1 + player.tolerance, "\(player) plays \(seconds) s")
        }
    }

    private static func reading(_ input: URL, _ output: URL) -> String {
        """
        pipeline: test
        stages:
          movie: { use: file.read, with: { path: "\(input.path)" } }
          segments: { use: fmp4.segment, from: movie, with: { interval: 1s, profile: cmaf } }
          playlists: { use: hls.playlist, from: segments, with: { type: vod } }
          folder: { use: file.folder, from: playlists, with: { path: "\(output.path)" } }

        """
    }

    private static func encoding(
        _ input: URL, _ output: URL, _ codecs: (video: String, audio: String), _ profile: String
    ) -> String {
        // AV1 encoders ignore keyframe requests and support only a fixed keyframe distance.
        let distance = codecs.video == "av1" ? ", max-keyframe-distance: 4s" : ""
        return """
            pipeline: test
            stages:
              movie: { use: file.decode, with: { path: "\(input.path)" } }
              keyframes: { use: keyframe.force, from: movie, with: { interval: 4s } }
              video:
                use: video.encode
                from: keyframes
                with: { codec: \(codecs.video), bitrate: 500kbps, preset: ultrafast\(distance) }
              audio: { use: audio.encode, from: movie, with: { codec: \(codecs.audio), bitrate: 192kbps } }
              segments: { use: fmp4.segment, from: [video, audio], with: { interval: 4s, profile: \(profile) } }
              playlists: { use: hls.playlist, from: segments, with: { type: vod } }
              folder: { use: file.folder, from: playlists, with: { path: "\(output.path)" } }

            """
    }
}
