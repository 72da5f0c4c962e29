import Foundation
import Testing

/// What the tool writes is held against the rules that it knows.
@Suite struct OwnOutputTests {
    /// Recommendations that the examples cannot follow; everything else has to be clean.
    ///
    /// R45: examples have short segments, so that they are made in seconds. R96: a movie of one size has one variant,
    /// and which variants there are is for whoever writes the pipeline. R44 and the spread of R80: pictures that are not
    /// encoded again are as they came. R50j: nobody has measured how loud the movies are. R95: one kind is muxed, since
    /// somebody may want it so.
    private static let argued: Set<String> = ["R44", "R45", "R50j", "R80", "R95", "R96"]

    @Test(arguments: Kind.allCases)
    func everyKindOfPresentationIsClean(kind: Kind) async throws {
        try await expectClean(try await kind.presentation())
    }

    @Test(arguments: ["vod-encode", "vod-ladder", "vod-passthrough", "vod-dash"])
    func thePipelinesOfMoviesAreClean(pipeline: String) async throws {
        try await expectClean(try await piped(pipeline, try await Movie.small.file(), ["interval=2s"]))
    }

    @Test func thePipelineOfLanguagesIsClean() async throws {
        let input = try await Movie.small.file()
        let names = ["french", "described", "surround"].map { "\($0)=\(input.path)" }
        try await expectClean(try await piped("vod-multilanguage", input, ["interval=2s"] + names))
    }

    @Test(arguments: ["webvtt", "imsc1"])
    func thePipelineOfSubtitlesIsClean(form: String) async throws {
        let (english, french) = (try await Subtitles.english(), try await Subtitles.french())
        let settings = [
            "english=\(english.path)", "french=\(french.path)", "captions=\(french.path)", "text=\(form)",
            "interval=2s",
        ]
        try await expectClean(try await piped("vod-subtitles", try await Movie.small.file(), settings))
    }

    @Test func whatIsRepackagedIsClean() async throws {
        let source = try await piped("vod-encode", try await Movie.small.file(), ["interval=2s"])
        let presentation = try await SharedRuns.shared.presentation([
            "run", Sluice.pipeline("hls-repackage").path, "--set", "url=\(source.multivariantURL.path)", "--set",
            "type=vod", "--set", "interval=4s", "--set", "output=OUTPUT",
        ])
        try await expectClean(presentation)
    }

    private func expectClean(_ presentation: Presentation) async throws {
        try await Scratch.use { scratch in
            let report = try await ValidationDocument(presentation.folder, in: scratch)
            #expect(report.must == [])
            #expect(Set(report.should).subtracting(Self.argued) == [], "\(report.text)")
            #expect(report.unchecked == [])
        }
    }
}
