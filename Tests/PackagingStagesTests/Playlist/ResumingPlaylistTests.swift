import HLS
import PublicationJournal
import Media
import StageKit
import Testing

@testable import PackagingStages
import HLSRules
import StageTesting

/// An interrupted run and the next one.
@Suite struct ResumingPlaylistTests: InterruptedRuns {
    /// Milliseconds since 1970 of 2026-01-02 03:04:05.678 UTC.
    private let date: Int64 = 1_767_323_045_678

    @Test(arguments: 1...12) func playlistsContinue(segments: Int) throws {
        let first = try run(segments: segments)
        var history: [String: PlaylistReloadValidator] = [:]
        let paths = ["video/playlist.m3u8", "audio/playlist.m3u8", "video/iframes.m3u8"]
        for path in paths {
            #expect(history[path, default: PlaylistReloadValidator()].validate(try playlist(first, path)).isEmpty)
        }
        for more in 1...8 {
            let second = try run(segments: more, after: first.resumption())
            for path in paths {
                var history = try #require(history[path])
                let after = try playlist(second, path)
                #expect(history.validate(after).isEmpty)
                #expect(after.mediaSequence + after.segments.count == segments + more)
            }
            let after = try playlist(second)
            #expect(after.segments.last?.uri == "segment-" + String("0000\(segments + more)".suffix(5)) + ".m4s")
            let marks = after.segments.indices.filter { after.segments[$0].isDiscontinuity }
            #expect(marks == (more <= 5 ? [after.segments.count - more] : []))
            // The initialization segment is unchanged.
            #expect(!second.paths.contains("video/init.mp4") && !second.paths.contains("video/init-2.mp4"))
        }
    }

    @Test func thirdRunContinues() throws {
        let first = try run(segments: 3)
        let second = try run(segments: 2, after: first.resumption())
        var resumption = second.resumption()
        resumption.records = first.records.merging(second.records) { $1 }
        resumption.files = first.files.merging(second.files) { $1 }
        let third = try run(segments: 2, after: resumption)
        let playlist = try playlist(third)
        #expect(playlist.mediaSequence == 2 && playlist.segments.count == 5)
        #expect(playlist.segments.map(\.isDiscontinuity) == [false, true, false, true, false])
    }

    @Test func mediaTimeContinuesByWallClock() throws {
        let first = try run(segments: 3)
        // Date and media time of the start: 6 s before the first segment was available, and 10 s.
        let origin = date - 6000 - 10_000
        for (now, expected) in [(date + 60_000, date + 60_000 - origin), (date, 28_000), (date - 9_000_000, 28_000)] {
            let captured = MonotonicTime(nanoseconds: 5_000_000_000_000)
            let clock = VirtualClock(zero: captured, date: WallTime(milliseconds: now))
            var second = try PlaylistRun(clock: clock) { $0.type = .live }
            try second.request(.resume(first.resumption()))
            guard case .continueTimeline(let continuation)? = second.requests.first else {
                return #expect(Bool(false), "\(second.requests)")
            }
            #expect(continuation.start(liveOrigin: nil) == .milliseconds(expected))
            // Media captured two seconds after this moment.
            let later = continuation.start(liveOrigin: captured + .seconds(2))
            #expect(later == .milliseconds(max(28_000, now + 2000 - origin)))
        }
    }

    @Test func anotherFormatGetsAnotherMap() throws {
        let first = try run(segments: 3)
        var second = try PlaylistRun { $0.type = .live }
        try second.request(.resume(first.resumption()))
        var video = ScriptedSegments.video()
        try second.send(video.initialization(filler: 9), video.next(at: .seconds(40), lasting: .seconds(6)))
        let playlist = try playlist(second)
        #expect(playlist.segments.map(\.initialization?.uri) == ["init.mp4", "init.mp4", "init.mp4", "init-2.mp4"])
    }

    @Test func laggingRenditionListsGaps() throws {
        let first = try run(segments: 3, audioSegments: 2)
        let second = try run(segments: 1, after: first.resumption(), at: .seconds(28))
        let (video, audio) = (try playlist(second), try playlist(second, "audio/playlist.m3u8"))
        #expect(audio.segments.map(\.isGap) == [false, false, true, false])
        #expect(audio.segments.map(\.isDiscontinuity) == video.segments.map(\.isDiscontinuity))
        #expect(audio.segments[2].duration == video.segments[2].duration)
        #expect(audio.segments.last?.uri == "segment-00004.m4s")
        // Missing files were recorded too.
        #expect(try run(segments: 1, after: merged(first, second)).problems.allSatisfy { $0.severity == .note })
    }

    @Test func emptyRenditionContinuesNumbersOfOthers() throws {
        let first = try run(segments: 2, audioSegments: 0)
        let second = try run(segments: 2, after: first.resumption())
        let (video, audio) = (try playlist(second), try playlist(second, "audio/playlist.m3u8"))
        #expect(audio.mediaSequence == 2 && video.mediaSequence == 0)
        #expect(audio.segments.map(\.uri) == video.segments.suffix(2).map(\.uri))
        #expect(audio.segments.map(\.isDiscontinuity) == [true, false])
        #expect(audio.discontinuitySequence == 0)
    }

    @Test func absentRenditionExpires() throws {
        let first = try run(segments: 3)
        var second = try PlaylistRun {
            $0.type = .live
            $0.window = 4
        }
        try second.request(.resume(first.resumption()))
        var video = ScriptedSegments.video()
        try second.send(video.initialization())
        for k in 0..<3 as Range<Int64> {
            try second.send(video.next(at: .seconds(60 + 6 * k), lasting: .seconds(6), bytes: 75_000))
        }
        #expect(!second.expiring.keys.contains { $0.hasPrefix("audio/") })
        for k in 3..<4 as Range<Int64> {
            try second.send(video.next(at: .seconds(60 + 6 * k), lasting: .seconds(6), bytes: 75_000))
        }
        let gone = second.expiring.keys.filter { $0.hasPrefix("audio/") }
        #expect(gone.count == 6 && gone.contains("audio/playlist.m3u8") && gone.contains("audio/init.mp4"))
        let removals = second.resources.filter { $0.path.hasPrefix("audio/") && second.expiring[$0.path] != nil }
        #expect(removals.filter { $0.role == .mediaPlaylist }.map(\.path).contains("audio/playlist.m3u8"))
        #expect(removals.filter { $0.role == .segment }.allSatisfy { $0.formerPlaylists == ["audio/playlist.m3u8"] })
        // The playlist lists three segments until it is removed.
        let end = try #require(second.expiring["audio/playlist.m3u8"])
        #expect(removals.filter { $0.role == .segment }.allSatisfy { second.expiring[$0.path]! >= end + .seconds(18) })
    }

    /// A source returns with other tracks, and later with the former ones: names and numbers are not used again.
    @Test(arguments: ["next run", "same run"]) func returningRenditionContinuesItsNumbers(place: String) throws {
        let first = try run(segments: 3) { $0.window = 4 }
        var second = try PlaylistRun {
            $0.type = .live
            $0.window = 4
        }
        try second.request(.resume(first.resumption()))
        var audio = ScriptedSegments.audio()
        try second.send(audio.initialization())
        for k in 0..<5 as Range<Int64> {
            try second.send(audio.next(at: .seconds(60 + 6 * k), lasting: .seconds(6)))
        }
        #expect(second.expiring["video/init.mp4"] != nil && second.expiring["video/iframes.m3u8"] != nil)
        expectUsableRecords(second, after: first.records)
        if place == "same run" {
            var video = ScriptedSegments.video()
            try second.send(video.initialization())
            try second.send(video.next(at: .seconds(90), lasting: .seconds(6), bytes: 75_000))
            try second.send(audio.next(at: .seconds(90), lasting: .seconds(6)))
        }
        var resumption = merged(first, second)
        for resource in second.emitted where resource.role == .record {
            if case .remove = resource.action { resumption.records[resource.path] = nil }
        }
        let last = place == "same run" ? second : try run(segments: 2, after: resumption, at: .seconds(90))
        let (frames, former) = (
            try playlist(last, "video/iframes.m3u8"), try playlist(first, "video/iframes.m3u8")
        )
        #expect(frames.mediaSequence >= former.mediaSequence + former.segments.count)
        #expect(try playlist(last).segments.last?.initialization?.uri == "init-2.mp4")
        let ends = try ["video", "audio"].map { id in
            let playlist = try playlist(last, "\(id)/playlist.m3u8")
            return playlist.mediaSequence + playlist.segments.count
        }
        #expect(ends[0] == ends[1], "\(ends)")
    }

    /// The rendition had more discontinuities than the others, and returns after the segments of the earlier run.
    @Test func discontinuitySequenceOfAReturningRenditionDoesNotDecrease() throws {
        let first = try run(segments: 3) { $0.window = 4 }
        var resumption = first.resumption()
        for (path, bytes) in resumption.records where path.contains("video") {
            guard var record = RenditionRecord(bytes) else { continue }
            record.discontinuitySequence = 7
            resumption.records[path] = record.bytes
        }
        var second = try PlaylistRun {
            $0.type = .live
            $0.window = 4
        }
        try second.request(.resume(resumption))
        var audio = ScriptedSegments.audio()
        try second.send(audio.initialization())
        for k in 0..<5 as Range<Int64> {
            try second.send(audio.next(at: .seconds(60 + 6 * k), lasting: .seconds(6)))
        }
        var video = ScriptedSegments.video()
        try second.send(video.initialization())
        try second.send(video.next(at: .seconds(90), lasting: .seconds(6), bytes: 75_000))
        try second.send(audio.next(at: .seconds(90), lasting: .seconds(6)))
        let returned = try playlist(second)
        #expect(returned.mediaSequence > 0 && (returned.discontinuitySequence ?? 0) >= 7, "\(returned)")
    }

    /// The records of one output were lost, for example because its disk was full when it was added.
    @Test(arguments: [true, false]) func usableRecordsOfAnotherOutputAreContinued(isFirst: Bool) throws {
        let first = try run(segments: 3)
        var lost = first.resumption()
        lost.records = lost.records.filter { !$0.key.contains("/") }
        lost.records["index.m3u8/video"] = [1]
        var second = try PlaylistRun {
            $0.type = .live
            $0.window = 5
        }
        for resumption in isFirst ? [lost, first.resumption()] : [first.resumption(), lost] {
            try second.request(.resume(resumption))
        }
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        try second.send(video.initialization(), audio.initialization())
        try second.send(video.next(at: .seconds(60), lasting: .seconds(6), bytes: 75_000))
        #expect(try playlist(second).segments.count == 4 && playlist(second).mediaSequence == 0)
    }

    private func merged(_ first: PlaylistRun, _ second: PlaylistRun) -> Resumption {
        var resumption = second.resumption()
        resumption.records = first.records.merging(second.records) { $1 }
        resumption.files = first.files.merging(second.files) { $1 }
        return resumption
    }

    @Test func numbersDependOnTheDateIfTheJournalOfANewFolderCannotBeWritten() throws {
        var resumption = Resumption()
        resumption.lacksRecords = true
        resumption.recordWriter = RecordWriter { _ in }
        let run = try run(segments: 1, after: resumption)
        // 97 445 678 ms since 2026-01-01, at ten numbers per second.
        #expect(try playlist(run).segments.map(\.uri) == ["segment-974457.m4s"])
        #expect(run.emitted.filter { $0.role == .record }.allSatisfy { $0.ticket != nil })
    }

    @Test func numbersThatMayHaveBeenUsedArePassedOver() throws {
        let first = try run(segments: 3)
        let second = try run(segments: 2, after: first.resumption(.mayLackNewest, at: date - 20_000))
        let playlist = try playlist(second)
        // Ten numbers per second, plus ten.
        #expect(playlist.mediaSequence == 3 + 210 && playlist.segments.count == 2)
        #expect(playlist.segments.first?.uri == "segment-00214.m4s")
        #expect(playlist.segments.first?.isDiscontinuity == true)
        #expect(second.expiring.keys.count == 6)
    }

    @Test func aDamagedJournalUsesNoNameTwiceAndRemovesNoMedia() throws {
        let first = try run(segments: 7)
        var resumption = Resumption(earlier: .damaged)
        resumption.unrecorded = Set(first.files.keys)
        for path in first.paths where path.hasSuffix(".m3u8") {
            resumption.playlists[path] = try Array(#require(first.text(path)).utf8)
        }
        let second = try run(segments: 2, after: resumption)
        let playlist = try playlist(second)
        #expect(
            playlist.mediaSequence == 7 && playlist.segments.map(\.uri) == ["segment-00008.m4s", "segment-00009.m4s"])
        #expect(playlist.segments.map(\.isDiscontinuity) == [true, false])
        #expect(playlist.segments.first?.initialization?.uri == "init-2.mp4")
        #expect(second.removedImmediately.isEmpty && second.expiring.isEmpty)
        #expect(second.problems.first?.message.contains("after number 7") == true)
    }

    @Test func filesWithoutAnyPlaylistAreFollowedByNumbersThatWereNotReached() throws {
        var resumption = Resumption(earlier: .damaged)
        resumption.unrecorded = ["video/segment-00041.m4s", "audio/segment-00040.m4s"]
        let second = try run(segments: 1, after: resumption)
        for path in ["video/playlist.m3u8", "audio/playlist.m3u8"] {
            let playlist = try playlist(second, path)
            #expect(playlist.mediaSequence == 41 && playlist.segments.first?.uri == "segment-00042.m4s")
            #expect(playlist.discontinuitySequence == Int(date / 1000))
        }
    }

    @Test func possiblyLostNumbersAreSkipped() throws {
        var resumption = Resumption(earlier: .damaged, lastRecorded: date - 20_000)
        resumption.unrecorded = ["video/segment-00041.m4s"]
        resumption.mayLackFiles = true
        // Ten numbers per second, plus ten.
        #expect(try playlist(run(segments: 1, after: resumption)).mediaSequence == 41 + 210)
    }

    @Test func liveRunContinuesAfterVODNumbers() throws {
        var first = try run(segments: 3) { $0.type = .vod }
        try first.finish()
        var resumption = first.resumption()
        resumption.playlists["video/playlist.m3u8"] = try Array(#require(first.text("video/playlist.m3u8")).utf8)
        let second = try run(segments: 1, after: resumption)
        #expect(try playlist(second).segments.map(\.uri) == ["segment-00004.m4s"])
        #expect(second.removedImmediately.map(\.path).contains("video/segment-00001.m4s"))
    }

    @Test func iFramePlaylistThatIsNoLongerPublishedIsRemoved() throws {
        let second = try run(segments: 1, after: run(segments: 3).resumption()) { $0.iFrames = false }
        #expect(second.expiring == ["video/iframes.m3u8": .seconds(18)])
    }

    @Test func aShorterWindowKeepsSegmentsForTheLongerPlaylist() throws {
        let first = try run(segments: 9) { $0.window = 9 }
        let second = try run(segments: 1, after: first.resumption()) { $0.window = 4 }
        #expect(try playlist(second).segments.count == 4)
        // The segment's 6 s plus the 54 s of the playlist of nine segments.
        #expect(second.expiring.count == 12 && Set(second.expiring.values) == [.seconds(60)])
        let third = try run(segments: 2, after: merged(first, second)) { $0.window = 4 }
        #expect(third.expiring.keys.contains("video/segment-00008.m4s"))
        #expect(third.expiring["video/segment-00008.m4s"] == .seconds(60))
    }

    /// Expects that a run that is interrupted after any of these records leaves records that the next run can use.
    private func expectUsableRecords(_ run: PlaylistRun, after earlier: [String: [UInt8]] = [:]) {
        var records = earlier
        for resource in run.emitted {
            guard resource.role == .record else { continue }
            if case .store(let data) = resource.action {
                records[resource.path] = data.bytes
            } else {
                records[resource.path] = nil
            }
            // The first record of a presentation is that of a rendition or the presentation.
            guard records["index.m3u8"] != nil else { continue }
            let saved = SavedPresentation(records, paths: RecordPaths(multivariant: "index.m3u8"))
            #expect(saved != nil, "after \(resource.path)")
        }
    }

    @Test func recordsOfARenditionThatAppearsLateAreUsable() throws {
        var first = try PlaylistRun { $0.type = .live }
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        try first.send(video.initialization())
        for k in 0..<3 as Range<Int64> { try first.send(video.next(at: .seconds(6 * k), lasting: .seconds(6))) }
        try first.send(audio.initialization(), audio.next(at: .seconds(18), lasting: .seconds(6)))
        #expect(try playlist(first, "audio/playlist.m3u8").segments.map(\.isGap) == [true, true, true, false])
        expectUsableRecords(first)
        let second = try run(segments: 1, after: first.resumption())
        #expect(try playlist(second, "audio/playlist.m3u8").segments.map(\.isGap) == [true, true, true, false, false])
    }

    @Test func recordsAreUsableBeforeTheFirstSegmentOfANewPresentation() throws {
        var ended = try run(segments: 3)
        try ended.finish()
        expectUsableRecords(try run(segments: 1, after: ended.resumption()), after: ended.records)
        let open = try run(segments: 3)
        let changed = try run(segments: 1, after: open.resumption()) { $0.targetDuration = .seconds(9) }
        expectUsableRecords(changed, after: open.records)
        expectUsableRecords(try run(segments: 0, after: ended.resumption()), after: ended.records)
    }

    @Test func endedPlaylistIsReplacedWithContinuedNumbers() throws {
        var first = try run(segments: 3)
        try first.finish()
        let second = try run(segments: 1, after: first.resumption())
        let playlist = try playlist(second)
        #expect(playlist.mediaSequence == 3 && playlist.segments.map(\.uri) == ["segment-00004.m4s"])
        #expect(second.problems.first?.message.contains("ended its playlists") == true)
        // The target duration of 6 s plus the longest playlist of 18 s.
        #expect(Set(second.expiring.values) == [.seconds(24)])
    }

    @Test func openPlaylistIsContinued() throws {
        var first = try run(segments: 3) { $0.endList = false }
        try first.finish()
        #expect(try !playlist(first).hasEndList)
        let second = try run(segments: 1, after: first.resumption())
        #expect(try playlist(second).segments.count == 4)
    }

    @Test func requestedRestartStartsNewPresentation() throws {
        let first = try run(segments: 3)
        let second = try run(segments: 1, after: first.resumption()) { $0.resume = false }
        #expect(try playlist(second).segments.map(\.uri) == ["segment-00004.m4s"])
    }

    @Test func changedTargetDurationStartsNewPresentation() throws {
        let first = try run(segments: 3)
        let second = try run(segments: 1, after: first.resumption()) { $0.targetDuration = .seconds(9) }
        let playlist = try playlist(second)
        #expect(playlist.targetDuration == 9 && playlist.mediaSequence == 3 && playlist.segments.count == 1)
        #expect(second.problems.map(\.code).contains("target-duration-changed"))
        #expect(second.expiring.count == 6)
    }

    @Test func aSmallerTargetKeepsThePromise() throws {
        let first = try run(segments: 3) { $0.targetDuration = .seconds(9) }
        #expect(try playlist(try run(segments: 1, after: first.resumption())).targetDuration == 9)
    }

    @Test func eventContinues() throws {
        let first = try run(segments: 7) { $0.type = .event }
        let second = try run(segments: 2, after: first.resumption()) { $0.type = .event }
        #expect(try playlist(second).segments.count == 9)
        #expect(second.expiring.isEmpty)
    }

    @Test func singleFileEventContinuesInNewFile() throws {
        let change: (inout HLSPlaylist.Options) -> Void = {
            $0.type = .event
            $0.packaging = .singleFile
        }
        let first = try run(segments: 2, change)
        let second = try run(segments: 1, after: first.resumption(), change)
        #expect(try playlist(second).segments.map(\.uri) == ["media.mp4", "media.mp4", "media-2.mp4"])
        #expect(try playlist(second).segments.allSatisfy { !$0.isGap })
        #expect(second.removedImmediately.isEmpty && second.expiring.isEmpty)
    }

    @Test func shorterVODRemovesSurplusFiles() throws {
        let first = try run(segments: 7) { $0.type = .vod }
        #expect(first.records.isEmpty)
        let second = try run(segments: 2, after: first.resumption()) { $0.type = .vod }
        let wanted = second.resources.map(\.path)
        let gone = Set(second.removedImmediately.map(\.path))
        #expect(gone.isSuperset(of: (3...7).map { "video/segment-0000\($0).m4s" }))
        #expect(wanted.contains("video/segment-00002.m4s"))
        // All removals happen before anything new is stored.
        #expect(second.removedImmediately.allSatisfy { $0.position <= 2 })
    }

    @Test func releasingShrinksAllRenditionsToThreeTargetsAtLeast() throws {
        var run = try run(segments: 8) { $0.window = 8 }
        try run.request(.release(bytes: 80_000))
        #expect(try playlist(run).segments.count == 7)
        #expect(try playlist(run, "audio/playlist.m3u8").segments.count == 7)
        try run.request(.release(bytes: .max))
        #expect(try playlist(run).segments.count == 3 && playlist(run).mediaSequence == 5)
        // 6 s plus the longest playlist of 48 s.
        #expect(run.expiring["video/segment-00001.m4s"] == .seconds(54))
        let second = try self.run(segments: 1, after: run.resumption())
        #expect(try playlist(second).segments.count == 4)
    }
}
