import Media
import PackagingStages
import StageKit
import Testing

/// The chapters of the input in presentations.
@Suite struct ChapterPlaylistTests {
    private func run(_ configure: (inout HLSPlaylist.Options) -> Void = { _ in }) throws -> PlaylistRun {
        var run = try PlaylistRun(configure)
        var video = ScriptedSegments.video()
        var chapters = ChapterList()
        for (start, title) in [(9_000, "Before"), (12_000, "Second"), (30_000, "After")] as [(Int64, String)] {
            chapters.add(.init(start: start, end: nil, titles: [.init(title, language: "en")]))
        }
        video.rendition.tracks[0].chapters = chapters
        try run.send(video.initialization())
        for number in 0..<3 { try run.send(video.next(at: .seconds(10 + 6 * Int64(number)), lasting: .seconds(6))) }
        try run.finish()
        return run
    }

    private static let declaration =
        #"#EXT-X-SESSION-DATA:DATA-ID="com.apple.hls.chapters",URI="chapters.json""#

    @Test func chaptersAreListedInTheTimesOfThePresentation() throws {
        let run = try run()
        #expect(
            run.text("chapters.json")
                == #"[{"chapter":1,"duration":2,"start-time":0,"titles":[{"language":"en","title":"Before"}]},"#
                + #"{"chapter":2,"duration":16,"start-time":2,"titles":[{"language":"en","title":"Second"}]}]"#)
        #expect(run.text("index.m3u8")?.contains(Self.declaration) == true)
        #expect(run.paths.suffix(2) == ["chapters.json", "index.m3u8"])
        #expect(run.problems.map(\.message) == ["2 chapters of the input in chapters.json"])
    }

    @Test func optionsLeaveThemOut() throws {
        let without = try run { $0.hasChapters = false }
        #expect(!without.paths.contains("chapters.json"))
        #expect(without.text("index.m3u8")?.contains("SESSION-DATA") == false)
        let live = try run { $0.type = .event }
        #expect(!live.paths.contains("chapters.json"))
    }
}
