import PackagingStages
import Media
import StageKit
import StageTesting
import Synchronization
import Testing
import HLSRules

@Suite struct ValidateHLSTests {
    /// The output and reports of a run of the stage.
    private struct Outcome {
        var resources: [Resource]
        var problems: [Problem]
        var figures: [String: Double]
    }

    /// The reports of the stage during a run.
    private final class Reports: Sendable {
        let problems = Mutex<[Problem]>([])
        let figures = Mutex<[String: Double]>([:])
    }

    private static func run(_ resources: [Resource], queue: Int = 256) async throws -> Outcome {
        var options = ValidateHLS.Options()
        options.profile = .rfc
        options.queue = queue
        let (told, outlet) = (Reports(), CollectingOutlet<Resource>())
        let context = StageContext(
            stageName: "checked", reporter: { problem in told.problems.withLock { $0.append(problem) } },
            meter: { name, value in told.figures.withLock { $0[name] = value } })
        try await ValidateHLS(options: options).run(
            input: ScriptedInlet(resources.map { .payload($0) }), output: outlet, context: context)
        return Outcome(
            resources: outlet.payloads, problems: told.problems.withLock { $0 }, figures: told.figures.withLock { $0 })
    }

    private static func file(_ path: String) -> Resource {
        Resource(path: path, role: .segment, contentType: "video/mp4", action: .store(ByteRope([1, 2, 3])))
    }

    private static func playlist(_ text: String) -> Resource {
        Resource(
            path: "video/playlist.m3u8", role: .mediaPlaylist, contentType: "application/vnd.apple.mpegurl",
            action: .store(ByteRope(Array(text.utf8))))
    }

    /// A live playlist with segments from `first` on, with these durations.
    private static func live(_ first: Int, _ durations: [String] = ["6.0", "6.0", "6.0", "6.0"], target: Int = 6)
        -> String
    {
        let segments = durations.enumerated().map { "#EXTINF:\($0.element),\nsegment\(first + $0.offset).m4s\n" }
        return """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:\(target)
            #EXT-X-MEDIA-SEQUENCE:\(first)
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MAP:URI="init.mp4"
            #EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:0\(first * 6 % 10).000+00:00

            """ + segments.joined()
    }

    private static let media = [file("video/init.mp4")] + (0..<12).map { file("video/segment\($0).m4s") }

    @Test func resourcesPassThroughUnchanged() async throws {
        let resources = Self.media + [Self.playlist(Self.live(0)), Self.playlist("no playlist at all")]
        let outcome = try await Self.run(resources)
        #expect(outcome.resources == resources)
        #expect(outcome.figures["checked-playlists"] == 2)
    }

    @Test func validPlaylistReportsNothing() async throws {
        let outcome = try await Self.run(Self.media + [Self.playlist(Self.live(0))])
        #expect(outcome.problems == [])
    }

    @Test func overlongSegmentIsReportedOnce() async throws {
        let long = ["6.0", "7.5", "6.0", "6.0"]
        let outcome = try await Self.run(
            Self.media + [Self.playlist(Self.live(0, long)), Self.playlist(Self.live(0, long + ["6.0"]))])
        let told = outcome.problems.filter { $0.code == "hls-r7" }
        #expect(told.count == 1)
        #expect(told.first?.severity == .warning)
        #expect(told.first?.message.hasPrefix("video/playlist.m3u8:10, segment 1: ") == true)
        #expect((outcome.figures["must-fix-findings"] ?? 0) >= 1)
    }

    @Test func invalidStateChangeIsReported() async throws {
        let outcome = try await Self.run(
            Self.media + [Self.playlist(Self.live(0)), Self.playlist(Self.live(1, target: 7))])
        #expect(outcome.problems.map(\.code).contains("hls-r9"))
    }

    @Test func segmentListedBeforeStoredIsReported() async throws {
        let late = Self.media.filter { $0.path != "video/segment2.m4s" }
        let outcome = try await Self.run(late + [Self.playlist(Self.live(0)), Self.playlist(Self.live(1))])
        let told = outcome.problems.filter { $0.code == "segment-not-published" }
        #expect(told.map(\.message) == ["video/playlist.m3u8 lists segment2.m4s, which was not published before it"])
    }

    @Test func unvalidatedResourcesPassThroughAndAreReported() async throws {
        // Each takes milliseconds to validate; the queue holds one.
        let long = Self.playlist(Self.live(0, Array(repeating: "6.0", count: 5000)))
        let resources = Array(repeating: long, count: 100)
        let outcome = try await Self.run(resources, queue: 1)
        #expect(outcome.resources.count == 100)
        #expect(outcome.problems.contains { $0.code == "validation-skipped" })
        let (checked, skipped) = (outcome.figures["checked-playlists"] ?? 0, outcome.figures["skipped-resources"] ?? 0)
        #expect(checked >= 1 && skipped >= 1 && checked + skipped == 100)
    }
}
