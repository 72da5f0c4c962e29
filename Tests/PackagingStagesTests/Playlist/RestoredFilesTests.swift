import HLS
import Media
import PublicationJournal
import StageKit
import Testing

@testable import PackagingStages

/// The files of an interrupted run: present, missing, and restored to other sinks.
@Suite struct RestoredFilesTests: InterruptedRuns {
    /// A run of two formats with two segments each; the media of the second format are missing afterwards.
    private func withoutSecondFormat() throws -> Resumption {
        var first = try PlaylistRun { ($0.type, $0.window) = (.live, 5) }
        var video = ScriptedSegments.video()
        for format in 0..<2 {
            try first.send(video.initialization(filler: UInt8(format)))
            for start in [10, 16] {
                try first.send(video.next(at: .seconds(Int64(start + 12 * format)), lasting: .seconds(6)))
            }
        }
        #expect(try playlist(first).segments.map(\.initialization?.uri).last == "init-2.mp4")
        var resumption = first.resumption()
        for number in [3, 4] { resumption.files["video/segment-0000\(number).m4s"] = nil }
        return resumption
    }

    @Test func gapsNameNoInitializationSegmentThatIsMissing() throws {
        var resumption = try withoutSecondFormat()
        resumption.files["video/init-2.mp4"] = nil
        let second = try run(segments: 1, after: resumption, at: .seconds(60))
        let after = try playlist(second)
        #expect(after.segments.map(\.isGap) == [false, false, true, true, false])
        let expected = Array(repeating: "init.mp4", count: 4) + ["init-3.mp4"]
        #expect(after.segments.map(\.initialization?.uri) == expected)
        #expect(try #require(second.text("video/iframes.m3u8")).contains("init-2.mp4") == false)
    }

    @Test func initializationSegmentsOfGapsAreRestoredToOtherSinks() throws {
        var resumption = try withoutSecondFormat()
        resumption.content = StoredContent { path in ByteRope([UInt8](repeating: 5, count: 10)) }
        let second = try run(segments: 1, after: resumption, at: .seconds(60))
        #expect(try playlist(second).segments.map(\.initialization?.uri)[2...3] == ["init-2.mp4", "init-2.mp4"])
        #expect(second.resources.contains { $0.isRestored && $0.path == "video/init-2.mp4" })
        resumption.content = StoredContent { $0 == "video/init-2.mp4" ? nil : ByteRope([5]) }
        let third = try run(segments: 1, after: resumption, at: .seconds(60))
        #expect(try playlist(third).segments.map(\.initialization?.uri)[2...3] == ["init.mp4", "init.mp4"])
    }

    @Test func missingFileIsGapAndUnknownFileIsRemoved() throws {
        let first = try run(segments: 3)
        var resumption = first.resumption()
        resumption.files["video/segment-00002.m4s"] = nil
        resumption.files["video/segment-00004.m4s"] = 55
        let second = try run(segments: 1, after: resumption)
        #expect(try playlist(second).segments.map(\.isGap) == [false, true, false, false])
        #expect(second.removedImmediately.map(\.path) == ["video/segment-00004.m4s"])
        #expect(try playlist(second, "video/iframes.m3u8").segments.map(\.isGap) == [false, true, false, false])
    }

    @Test func listedFilesAreRestoredToOtherSinks() throws {
        let first = try run(segments: 3)
        var resumption = first.resumption()
        resumption.content = StoredContent { path in
            path == "video/segment-00002.m4s" ? nil : ByteRope([UInt8](repeating: 5, count: 10))
        }
        let second = try run(segments: 1, after: resumption)
        let restored = second.resources.filter(\.isRestored)
        #expect(
            Set(restored.map(\.path)) == [
                "video/init.mp4", "video/segment-00001.m4s", "video/segment-00003.m4s", "audio/init.mp4",
                "audio/segment-00001.m4s", "audio/segment-00002.m4s", "audio/segment-00003.m4s",
            ])
        #expect(restored.first?.role == .initialization && restored.first?.contentType == "video/mp4")
        // A file that cannot be read is a gap in all playlists.
        #expect(try playlist(second).segments.map(\.isGap) == [false, true, false, false])
        let firstPlaylist = try #require(second.paths.firstIndex(of: "video/playlist.m3u8"))
        #expect(
            second.resources.lastIndex { $0.isRestored && $0.path.hasPrefix("video/") }.map { $0 < firstPlaylist }
                == true)
    }

    @Test func filesThatPlayersMayRequestAreOfferedToOtherSinksUntilTheirRemoval() throws {
        let first = try run(segments: 7)
        var resumption = first.resumption()
        resumption.retained = ["video/segment-00001.m4s": .seconds(9), "audio/segment-00002.m4s": .seconds(15)]
        resumption.content = StoredContent { _ in ByteRope([5]) }
        let second = try run(segments: 1, after: resumption)
        for (path, left) in resumption.retained {
            let position = try #require(second.resources.firstIndex { $0.path == path })
            let removal = second.resources[position]
            #expect(removal.action == .remove(after: left) && removal.isRestored)
            #expect(removal.wholeDelay.map { $0 > left } == true)
            #expect(removal.retainedContent == ByteRope([5]) && removal.contentType == "video/iso.segment")
            let playlist = "\(path.prefix(5))/playlist.m3u8"
            #expect(removal.formerPlaylists.contains(playlist))
            #expect(try position < #require(second.paths.firstIndex(of: playlist)))
        }
    }

    @Test func filesOfAnEndedPresentationStayUntilItsPlaylistsAreReplaced() throws {
        var first = try run(segments: 3)
        try first.finish()
        var resumption = first.resumption()
        resumption.content = StoredContent { _ in ByteRope([5]) }
        let second = try run(segments: 1, after: resumption)
        let removals = second.resources.filter { second.expiring[$0.path] != nil }
        let video = removals.filter { $0.path.hasPrefix("video/") }
        #expect(video.count == 3 && video.allSatisfy { $0.retainedContent != nil && !$0.isRestored })
        #expect(video.allSatisfy { $0.formerPlaylists == ["video/playlist.m3u8", "video/iframes.m3u8"] })
    }

    @Test func segmentThatLeftThePlaylistJustBeforeTheEndIsRetained() throws {
        let first = try run(segments: 7)
        var resumption = first.resumption()
        // The run was killed after the playlist and before the removal of the file.
        resumption.files["video/segment-00002.m4s"] = 75_000
        let second = try run(segments: 1, after: resumption)
        #expect(second.removedImmediately.isEmpty)
        // The target duration of 6 s plus the longest playlist of 30 s.
        #expect(second.expiring["video/segment-00002.m4s"] == .seconds(36))
    }
}
