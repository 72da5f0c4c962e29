import Foundation
import HLSValidator
import Testing
import HLSRules

/// Live playlists of a real server, observed for several of their short target durations.
@Suite(.serialized) struct LiveWatchTests {
    private static func rules(
        _ fault: String, _ name: String, for time: Duration, _ profile: ValidationProfile = .rfc
    ) async throws -> Set<String> {
        let url = try HLSServer.shared.get().url(fault, name)
        let before = try await ValidationRun.run(url.absoluteString, profile, watch: nil)
        let after = try await ValidationRun.run(url.absoluteString, profile, watch: time)
        #expect(after.unchecked == [])
        // Findings that exist without watching are excluded.
        return Set(after.findings.map(\.rule)).subtracting(before.findings.map(\.rule))
    }

    @Test func validLivePlaylistHasNoFindings() async throws {
        #expect(try await Self.rules("good", "plain.m3u8", for: .seconds(4)) == [])
    }

    @Test func changeBetweenReloadsIsReported() async throws {
        #expect(try await Self.rules("target-changes", "plain.m3u8", for: .seconds(4)).contains("R9"))
    }

    @Test func segmentsDeletedWithTheirEntryAreReported() async throws {
        #expect(try await Self.rules("removed-gone", "plain.m3u8", for: .seconds(4)) == ["R110"])
    }

    @Test func blockingReloadsFollowEachPart() async throws {
        #expect(try await Self.rules("good", "live.m3u8", for: .seconds(3)) == [])
    }

    /// One second of video per segment; the invalid segment appears during the observation.
    @Test func newSegmentsAreMeasured() async throws {
        let broken = 11
        var track = ValidMedia.video(segments: 40)
        track.sampleCounts = Array(repeating: 30, count: 40)
        var model = MediaModel(renditions: [.init(name: "video", tracks: [track])], isPresentation: false)
        model.segmentTracks()
        let media = try model.files().media
        let site = UUID().uuidString
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-media-\(site)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for index in 0..<40 {
            // The timestamps of another segment are not continuous.
            let bytes = try #require(media["video/\(index == broken ? index + 5 : index).m4s"])
            try Data(bytes).write(to: folder.appending(path: "segment\(index).m4s"))
        }
        try Data(#require(media["video/init.mp4"])).write(to: folder.appending(path: "init.mp4"))
        let url = try HLSServer.shared.get().url("good", "plain.m3u8", site: site)
        var run = ValidationRun(subject: url.absoluteString, profile: .rfc)
        run.watch = .seconds(4)
        let report = try await run.report()
        let found = report.findings.filter { $0.place.firstSegment != nil }
        #expect(found.contains { $0.rule == "R46" && $0.place.firstSegment == broken }, "\(report.findings)")
        #expect(found.allSatisfy { $0.place.firstSegment ?? 0 >= broken - 1 }, "\(report.findings)")
        #expect(report.playlists[0].segments.count > 10 && report.unchecked == [])
    }

    @Test func filesAreNotWatched() async throws {
        await #expect(throws: (any Error).self) {
            _ = try await ValidationRun.run("there/is/no.m3u8", .rfc, watch: .seconds(1))
        }
    }
}

extension ValidationRun {
    fileprivate static func run(
        _ subject: String, _ profile: ValidationProfile, watch: Duration?
    ) async throws -> ValidationReport {
        var run = ValidationRun(subject: subject, profile: profile)
        // The served files have media names but contain no media.
        run.measuresMedia = false
        run.watch = watch
        return try await run.report()
    }
}
