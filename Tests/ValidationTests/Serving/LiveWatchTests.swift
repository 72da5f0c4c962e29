import Foundation
import PresentationChecking
import Testing
import Validation

/// Live playlists of a real server, watched for some of their short target durations.
@Suite(.serialized) struct LiveWatchTests {
    private static func rules(
        _ fault: String, _ name: String, for time: Duration, _ profile: ValidationProfile = .rfc
    ) async throws -> Set<String> {
        let url = try HLSServer.shared.get().url(fault, name)
        let before = try await ValidationRun.run(url.absoluteString, profile, watch: nil)
        let after = try await ValidationRun.run(url.absoluteString, profile, watch: time)
        #expect(after.unchecked == [])
        // What is wrong before anything is watched is no matter of watching.
        return Set(after.findings.map(\.rule)).subtracting(before.findings.map(\.rule))
    }

    @Test func aGoodPlaylistIsCleanForAsLongAsItIsWatched() async throws {
        #expect(try await Self.rules("good", "plain.m3u8", for: .seconds(4)) == [])
    }

    @Test func aChangeWhileItIsWatchedIsNoticed() async throws {
        #expect(try await Self.rules("target-changes", "plain.m3u8", for: .seconds(4)).contains("R9"))
    }

    @Test func segmentsThatGoWithTheirEntryAreNoticed() async throws {
        #expect(try await Self.rules("removed-gone", "plain.m3u8", for: .seconds(4)) == ["R110"])
    }

    @Test func whatIsHeldIsFollowedPartByPart() async throws {
        #expect(try await Self.rules("good", "live.m3u8", for: .seconds(3)) == [])
    }

    @Test func aFileIsNotWatched() async throws {
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
        // What it serves has the names of media, and no media in it.
        run.measuresMedia = false
        run.watch = watch
        return try await run.report()
    }
}
