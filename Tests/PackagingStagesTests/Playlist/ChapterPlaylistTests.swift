import Media
import PackagingStages
import StageKit
import Testing

/// The chapters of the input in presentations.
@Suite struct ChapterPlaylistTests {
    private static func video(startsWithMedia: Bool = false) -> ScriptedSegments {
        var video = ScriptedSegments.video()
        var chapters = ChapterList()
        let times: [(Int64, String)] =
            startsWithMedia
            ? [(0, "Before"), (2_000, "Second")] : [(9_000, "Before"), (12_000, "Second"), (30_000, "After")]
        for (start, title) in times {
            chapters.add(.init(start: start, end: nil, titles: [.init(title, language: "en")]))
        }
        chapters.startsWithMedia = startsWithMedia
        video.rendition.tracks[0].chapters = chapters
        return video
    }

    private func run(
        _ video: ScriptedSegments = video(), resuming earlier: PlaylistRun? = nil, stop: StopMode = .finish,
        _ configure: (inout HLSPlaylist.Options) -> Void = { _ in }
    ) throws -> PlaylistRun {
        var run = try PlaylistRun(configure)
        if let earlier { try run.request(.resume(earlier.resumption())) }
        var video = video
        try run.send(video.initialization())
        for number in 0..<3 { try run.send(video.next(at: .seconds(10 + 6 * Int64(number)), lasting: .seconds(6))) }
        try run.finish(stop)
        return run
    }

    private static let declaration =
        #"#EXT-X-SESSION-DATA:DATA-ID="com.apple.hls.chapters",URI="chapters.json""#
    private static let json =
        #"[{"chapter":1,"duration":2,"start-time":0,"titles":[{"language":"en","title":"Before"}]},"#
        + #"{"chapter":2,"duration":16,"start-time":2,"titles":[{"language":"en","title":"Second"}]}]"#

    @Test(arguments: [false, true]) func chaptersAreListedInTheTimesOfThePresentation(startsWithMedia: Bool) throws {
        let run = try run(Self.video(startsWithMedia: startsWithMedia))
        #expect(run.text("chapters.json") == Self.json)
        #expect(run.text("index.m3u8")?.contains(Self.declaration) == true)
        #expect(run.paths.suffix(2) == ["chapters.json", "index.m3u8"])
        #expect(run.problems.map(\.message) == ["2 chapters of the input in chapters.json"])
    }

    @Test func optionsLeaveThemOut() throws {
        let without = try run { $0.hasChapters = false }
        #expect(!without.paths.contains("chapters.json") && without.problems.isEmpty)
        #expect(without.text("index.m3u8")?.contains("SESSION-DATA") == false)
    }

    /// They precede the first multivariant playlist, and have ends at the end.
    @Test func eventsHaveThemFromTheStart() throws {
        let run = try run { $0.type = .event }
        let first = try #require(run.paths.firstIndex(of: "index.m3u8"))
        let before = try #require(run.paths.firstIndex(of: "chapters.json"))
        #expect(before < first && run.resources[first].originText?.contains(Self.declaration) == true)
        #expect(run.resources[before].storedText?.contains(#""title":"After""#) == true, "the end is unknown")
        #expect(run.text("chapters.json") == Self.json)
        #expect(run.problems.map(\.code) == ["chapters"])
    }

    @Test func livePlaylistsReportThem() throws {
        let run = try run { $0.type = .live }
        #expect(!run.paths.contains("chapters.json"))
        #expect(run.problems.map(\.code) == ["chapters-left-out"])
        #expect(run.problems.first?.message.hasPrefix("3 chapters of the input left out: live playlists") == true)
    }

    @Test func newPresentationsAfterAnEndedOneHaveThem() throws {
        let earlier = try run { $0.type = .event }
        let run = try run(resuming: earlier) { $0.type = .event }
        #expect(run.text("chapters.json") == Self.json && run.problems.contains { $0.code == "chapters" })
        #expect(run.expiring["chapters.json"] == nil)
    }

    @Test func continuedEventsReportThem() throws {
        let earlier = try run(stop: .leaveOpen) { $0.type = .event }
        let run = try run(resuming: earlier) { $0.type = .event }
        #expect(run.text("video/playlist.m3u8")?.contains("DISCONTINUITY") == true)
        // The file of the earlier run is removed.
        #expect(run.text("chapters.json") == nil && run.text("index.m3u8")?.contains("chapters") == false)
        #expect(run.problems.contains { $0.code == "chapters-left-out" && $0.message.contains("an earlier run") })
    }
}
