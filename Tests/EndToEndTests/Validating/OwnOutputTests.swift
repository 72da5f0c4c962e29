import Foundation
import Testing

/// The tool's output is validated by its own rules.
@Suite struct OwnOutputTests {
    /// Recommendations that the examples cannot follow; all others must be clean.
    ///
    /// R45: the examples have short segments, so that they are made in seconds. R96: a movie of one size has one
    /// variant; the variants are chosen by the author of the pipeline. R44 and the bit rate variation of R80:
    /// passthrough video keeps its structure. R50j: the loudness of the movies has not been measured. R95: one kind is
    /// multiplexed, because users may require it.
    static let argued: Set<String> = ["R44", "R45", "R50j", "R80", "R95", "R96"]

    @Test(arguments: Kind.allCases)
    func everyKindOfPresentationIsClean(kind: Kind) async throws {
        try await expectClean(try await kind.presentation())
    }

    @Test(arguments: ["vod-encode", "vod-ladder", "vod-passthrough", "vod-dash"])
    func moviePipelinesAreClean(pipeline: String) async throws {
        try await expectClean(try await piped(pipeline, try await Movie.small.file(), ["interval=2s"]))
    }

    @Test func languagesPipelineIsClean() async throws {
        let input = try await Movie.small.file()
        let names = ["french", "described", "surround"].map { "\($0)=\(input.path)" }
        try await expectClean(try await piped("vod-multilanguage", input, ["interval=2s"] + names))
    }

    @Test(arguments: ["webvtt", "imsc1"])
    func subtitlesPipelineIsClean(form: String) async throws {
        let (english, french) = (try await Subtitles.english(), try await Subtitles.french())
        let settings = [
            "english=\(english.path)", "french=\(french.path)", "captions=\(french.path)", "text=\(form)",
            "interval=2s",
        ]
        try await expectClean(try await piped("vod-subtitles", try await Movie.small.file(), settings))
    }

    @Test func repackagedPresentationIsClean() async throws {
        let source = try await piped("vod-encode", try await Movie.small.file(), ["interval=2s"])
        let presentation = try await SharedRuns.shared.presentation([
            "run", Sluice.pipeline("hls-repackage").path, "--set", "url=\(source.multivariantURL.path)", "--set",
            "type=vod", "--set", "interval=4s", "--set", "output=OUTPUT",
        ])
        try await expectClean(presentation)
    }

    @Test func encodedPresentationIsClean() async throws {
        let source = try await piped("vod-encode", try await Movie.small.file(), ["interval=2s"])
        let presentation = try await SharedRuns.shared.presentation([
            "run", Sluice.pipeline("hls-encode").path, "--set", "url=\(source.multivariantURL.path)", "--set",
            "type=vod", "--set", "interval=2s", "--set", "output=OUTPUT",
        ])
        try await expectClean(presentation)
    }

    /// R80: a live stream declares its bandwidth before any media exist, from the requested bit rate, and a test
    /// pattern needs less.
    ///
    /// The output while live pipelines run is validated in the tests of low latency, `hls.validate` and capture
    /// devices.
    @Test(arguments: ["live-test-pattern", "live-ladder"])
    func endedLivePipelinesAreClean(pipeline: String) async throws {
        let folder = try await live(pipeline).folder
        try await Scratch.use { try await expectClean(folder, in: $0, mayDiffer: ["R80"]) }
    }

    /// The keys of the live stream change every two seconds.
    @Test func encryptedPipelinesAreClean() async throws {
        let movie = try await Movie.small.file()
        try await Scratch.use { scratch in
            _ = try await scratch.sluice("keys", "new", "--labels", "audio,sd", "--output", "movie.json").succeeded()
            _ = try await scratch.sluice("keys", "new", "--periods", "6", "--output", "{period}.json").succeeded()
            _ = try await scratch.sluice(
                "run", Sluice.pipeline("vod-drm").path, "--set", "input=\(movie.path)", "--set", "keys=movie.json",
                "--set", "interval=2s", "--set", "output=movie"
            ).succeeded()
            _ = try await scratch.sluice(
                "run", Sluice.pipeline("live-encrypted").path, "--duration", "4s", "--set", "keys={period}.json",
                "--set", "rotation=2s", "--set", "size=640x360", "--set", "interval=1s", "--set", "part=200ms", "--set",
                "window=20", "--set", "listen=127.0.0.1:0", "--set", "output=live"
            ).succeeded()
            try await expectClean(scratch.file("movie"), keys: ["movie.json"], in: scratch)
            let keys = (0..<6).map { "\($0).json" }
            try await expectClean(scratch.file("live"), keys: keys, in: scratch, mayDiffer: ["R80"])
            let playlist = try String(contentsOf: scratch.file("live/video/playlist.m3u8"), encoding: .utf8)
            #expect(playlist.contains("init-2.mp4") && !playlist.contains("EXT-X-DISCONTINUITY\n"), "\(playlist)")
        }
    }

    /// Segments a recorded movie, since a movie file is not a presentation.
    @Test func segmentedRecordingIsClean() async throws {
        let source = try await piped("vod-encode", try await Movie.small.file(), ["interval=2s"])
        let presentation = try await SharedRuns.shared.presentation(["hls-record, cut"]) { scratch, output in
            let movie = scratch.file("recorded.mp4").path
            _ = try await scratch.sluice(
                "run", Sluice.pipeline("hls-record").path, "--set", "url=\(source.multivariantURL.path)", "--set",
                "output=\(movie)"
            ).succeeded()
            _ = try await scratch.sluice("segment", movie, output.path, "--interval", "2s").succeeded()
        }
        try await expectClean(presentation)
    }

    /// R78: an audio-only variant is also a member of its audio group; players load one member at a time.
    @Test func audioOnlyLadderIsClean() async throws {
        let movie = try await made(
            "two-sounds.mp4",
            byFFmpeg: [
                "-f", "lavfi", "-i", "sine=sample_rate=48000", "-f", "lavfi", "-i", "anoisesrc=sample_rate=48000", "-t",
                "10", "-map", "0", "-map", "1", "-c:a", "aac", "-b:a:0", "64k", "-b:a:1", "256k",
                "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu",
            ])
        let presentation = try await SharedRuns.shared.presentation(["two sounds"]) { scratch, output in
            _ = try await scratch.sluice("segment", movie.path, output.path).succeeded()
        }
        try await expectClean(presentation)
    }

    @Test func everyPipelineIsCovered() throws {
        let here = [
            "vod-encode", "vod-ladder", "vod-passthrough", "vod-dash", "vod-multilanguage", "vod-subtitles",
            "hls-repackage", "hls-encode", "hls-record", "live-test-pattern", "live-ladder",
            "vod-drm", "live-encrypted",
        ]
        // Tested in LiveValidationTests, PushTests and CaptureDeviceTests.
        let elsewhere = ["live-validated", "live-low-latency", "live-push", "live-camera", "live-camera-low-latency"]
        let files = try FileManager.default.contentsOfDirectory(
            atPath: Sluice.package.appending(path: "Pipelines").path)
        #expect(files.filter { $0.hasSuffix(".yaml") }.sorted() == (here + elsewhere).map { $0 + ".yaml" }.sorted())
    }
}

/// Validates the tool's output: errors are allowed only for the rules in `mayDiffer`, warnings only for these and the
/// argued ones.
func expectClean(
    _ folder: URL, keys: [String] = [], in scratch: Scratch, mayDiffer: Set<String> = [],
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let report = try await ValidationDocument(
        folder, options: keys.flatMap { ["--key-file", $0] }, in: scratch)
    #expect(Set(report.must).subtracting(mayDiffer) == [], "\(report.text)", sourceLocation: sourceLocation)
    #expect(
        Set(report.should).subtracting(OwnOutputTests.argued) == [], "\(report.text)", sourceLocation: sourceLocation)
    #expect(report.unchecked == [], sourceLocation: sourceLocation)
}

private func expectClean(_ presentation: Presentation) async throws {
    try await Scratch.use { try await expectClean(presentation.folder, in: $0) }
}
