import Foundation
import Testing

/// `segment` publishes the tracks that are selected and can be carried, and reports the others.
@Suite struct TrackSelectionRunTests {
    private static func inputs(_ coding: [String], languages: (String, String)) -> [String] {
        [
            "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=4", "-f", "lavfi", "-i",
            "sine=440:duration=4", "-f", "lavfi", "-i", "sine=880:duration=4",
        ] + coding + [
            "-c:v:0", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25", "-c:a:0", "aac",
            "-metadata:s:a:0", "language=\(languages.0)", "-metadata:s:a:1", "language=\(languages.1)",
        ]
    }

    /// H.264, AAC, IMA ADPCM, a single JPEG and the timecode tracks that FFmpeg adds.
    private static func movie() async throws -> URL {
        try await made(
            "mix.mov",
            byFFmpeg: inputs(
                [
                    "-f", "lavfi", "-i", "testsrc=size=160x90:rate=1:duration=1", "-map", "0", "-map", "1", "-map", "2",
                    "-map", "3", "-c:a:1", "adpcm_ima_qt", "-ac:a:1", "1", "-c:v:1", "mjpeg", "-pix_fmt:v:1",
                    "yuvj420p", "-timecode", "00:00:00:00",
                ], languages: ("fra", "ita")))
    }

    /// H.264, AAC in German, ADPCM in French, SubRip and ASS.
    private static func matroska() async throws -> URL {
        try await made(
            "mix.mkv",
            byFFmpeg: inputs(
                [
                    "-i", Subtitles.english().path, "-map", "0", "-map", "1", "-map", "2", "-map", "3", "-map", "3",
                    "-c:a:1", "adpcm_ms", "-c:s:0", "srt", "-c:s:1", "ass", "-metadata:s:s:0", "language=eng",
                ], languages: ("ger", "fre")))
    }

    private func leftOut(_ outcome: Outcome) -> [Substring] {
        outcome.errorLines.compactMap { $0.wholeMatch(of: /\S+Z warning: (?:movie|segments): left out: (.*)/)?.1 }
    }

    /// Returns the folders of a presentation.
    private func renditions(_ output: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: output.path).filter { !$0.contains(".") }.sorted()
    }

    @Test func tracksOfAMovieThatCannotBeCarriedAreLeftOutOnce() async throws {
        try await Scratch.use { scratch in
            let movie = try await Self.movie()
            let outcome = try await scratch.sluice("segment", movie.path, scratch.file("out").path).succeeded()
            let lines = leftOut(outcome)
            #expect(lines.count == 4, "\(outcome)")
            #expect(
                lines.contains {
                    $0.hasPrefix("IMA ADPCM audio, track 3 of '\(movie.path)'") && $0.contains("profile cmaf")
                })
            #expect(
                lines.contains { $0.hasPrefix("JPEG video, track 4 of ") && $0.hasSuffix("which is a still image") })
            #expect(lines.filter { $0.hasPrefix("timecode ('tmcd'), track ") }.count == 2)
            #expect(try renditions(scratch.file("out")) == ["audio", "video"])
        }
    }

    @Test func streamsOfMatroskaThatCannotBeCarriedAreLeftOutOnce() async throws {
        try await Scratch.use { scratch in
            let movie = try await Self.matroska()
            let outcome = try await scratch.sluice("segment", movie.path, scratch.file("out").path).succeeded()
            let lines = leftOut(outcome)
            #expect(lines.count == 1, "\(outcome)")
            #expect(
                lines.contains { $0.contains("ADPCM") && $0.contains("track 3 of") && $0.contains("--encode audio") })
            #expect(try renditions(scratch.file("out")) == ["audio", "text", "text-2", "video"])
        }
    }

    @Test(arguments: [
        ("mov", "9", "has no track with the number 9"), ("mov", "audio:de", "has no audio track in 'de'"),
        ("mov", "video,4", "selects '4', but no matching track is supported: track 4 (JPEG video"),
        ("mov", "video,3", "selects '3', but no matching track can be carried: IMA ADPCM audio of track 3 of '"),
        ("mov", "video,audio:it", "selects 'audio:it', but no matching track can be carried: IMA ADPCM audio of"),
        ("mkv", "9", "has no track with the number 9"), ("mkv", "audio:en", "has no audio track in 'en'"),
        ("mkv", "audio:fr", "selects 'audio:fr', but no matching track is supported: track 3 ("),
    ])
    func aSelectionThatCannotBeMetIsAnError(container: String, selection: String, words: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await container == "mov" ? Self.movie() : Self.matroska()
            let outcome = try await scratch.sluice(
                "segment", movie.path, scratch.file("out").path, "--tracks", selection)
            #expect(outcome.code == 1 && outcome.errors.contains(words), "\(outcome)")
            if words.hasPrefix("has no") {
                #expect(outcome.errors.contains("it has track 1 (H.264"), "\(outcome)")
            }
        }
    }

    @Test(arguments: [
        ("mov", "audio:fra", ["audio"]), ("mov", "1", ["video"]), ("mkv", "audio:de", ["audio"]),
        ("mkv", "1,4", ["video", "text"]), ("mkv", "video,text:en", ["video", "text"]),
        ("mkv", "all except text", ["audio", "video"]),
    ])
    func onlySelectedTracksArePublished(container: String, selection: String, kinds: [String]) async throws {
        try await Scratch.use { scratch in
            let movie = try await container == "mov" ? Self.movie() : Self.matroska()
            let output = scratch.file("out")
            _ = try await scratch.sluice("segment", movie.path, output.path, "--tracks", selection).succeeded()
            #expect(try renditions(output) == kinds.sorted())
        }
    }

    @Test func wrongSelectionsAreMisuse() async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.sluice("segment", "a.mp4", "out", "--tracks", "audio:")
            #expect(outcome.code == 64 && outcome.errors.contains("'audio:' has no language"), "\(outcome)")
        }
    }

    @Test func aFileWithNothingToCarryIsRefusedWithAllReasons() async throws {
        try await Scratch.use { scratch in
            let movie = try await made(
                "nothing.mkv",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=1", "-f", "lavfi", "-i",
                    "sine=duration=1", "-c:v", "mpeg4", "-c:a", "adpcm_ms",
                ])
            let outcome = try await scratch.sluice("segment", movie.path, scratch.file("out").path)
            #expect(outcome.code == 1, "\(outcome)")
            #expect(outcome.errors.contains("has no supported tracks: track 1 (MPEG-4"), "\(outcome)")
            #expect(outcome.errors.contains("; track 2 ("), "\(outcome)")
            #expect(!FileManager.default.fileExists(atPath: scratch.file("out/index.m3u8").path))
        }
    }
}
