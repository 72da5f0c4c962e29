import HLS
import Media
import StageKit
import StageTesting
import Synchronization
import Testing

@testable import PackagingStages
import PublicationJournal

/// Names and numbers that are recorded before their first byte is published.
@Suite struct RecordedNamesTests {
    private static let date: Int64 = 1_767_323_045_678

    /// Runs complete segments of four parts, then the first parts of another one.
    private func run(
        segments: Int, parts: Int, after resumption: Resumption? = nil, at start: MediaTime = .seconds(10),
        date: Int64 = Self.date, vectors: UInt64? = nil
    ) throws -> PlaylistRun {
        var run = try PlaylistRun(clock: VirtualClock(date: WallTime(milliseconds: date))) {
            $0.type = .live
            $0.window = 5
        }
        if let resumption { try run.request(.resume(resumption)) }
        var video = ScriptedSegments.video(interval: .seconds(2))
        video.rendition.partTarget = .milliseconds(500)
        try run.send(video.initialization())
        for k in 0...segments {
            let begin = start + .seconds(2 * Int64(k))
            for part in 0..<(k == segments ? parts : 4) {
                let time = begin + .milliseconds(500 * Int64(part))
                try run.send(video.part(part, at: time, lasting: .milliseconds(500), isLast: part == 3))
            }
            guard k < segments else { break }
            var segment = video.next(at: begin, lasting: .seconds(2))
            if let vectors {
                segment.encryption = EncryptionState(
                    period: 0, keyIdentifiers: [[UInt8](repeating: 1, count: 16)], nextVectors: [vectors])
            }
            try run.send(segment)
        }
        return run
    }

    /// The state that a folder has after several runs.
    private func resumption(_ runs: [PlaylistRun]) -> Resumption {
        var resumption = runs[runs.count - 1].resumption()
        resumption.records = runs.reduce(into: [:]) { $0.merge($1.records) { $1 } }
        resumption.files = runs.reduce(into: [:]) { $0.merge($1.files) { $1 } }
        return resumption
    }

    private func parts(_ run: PlaylistRun) -> Set<String> {
        Set(run.resources.filter { $0.role == .part && $0.storedText != nil }.map(\.path))
    }

    private func playlist(_ run: PlaylistRun) throws -> MediaPlaylist {
        guard case .media(let playlist) = try Playlist.parse(try #require(run.text("video/playlist.m3u8"))).playlist
        else { throw StageError(.damagedInput, "no playlist") }
        return playlist
    }

    @Test func severalRunsThatEndInOneSegmentShareNoName() throws {
        var runs = [try run(segments: 3, parts: 2)]
        for parts in [1, 3, 2] { runs.append(try run(segments: 0, parts: parts, after: resumption(runs))) }
        runs.append(try run(segments: 2, parts: 0, after: resumption(runs)))
        let names = runs.map(parts)
        #expect(names.map(\.count) == [14, 1, 3, 2, 8])
        #expect(names.reduce(Set()) { $0.union($1) }.count == 28, "\(names)")
    }

    @Test func openSegmentIsListedAsGap() throws {
        let first = try run(segments: 3, parts: 2)
        let after = try playlist(try run(segments: 1, parts: 0, after: resumption([first])))
        let before = try playlist(first)
        // Players know media sequence number 3 by its parts.
        #expect(after.mediaSequence == 0 && after.segments.map(\.isGap) == [false, false, false, true, false])
        #expect(before.upcoming?.parts.first?.uri == "segment-00004.1.m4s")
        #expect(after.segments[3].uri == "segment-00004.m4s" && after.segments[4].isDiscontinuity)
    }

    @Test func vectorsOfRunsWithoutCompleteSegmentsAreSkipped() throws {
        var runs = [try run(segments: 2, parts: 1, vectors: 100)]
        var starts: [UInt64] = []
        for _ in 0..<3 {
            runs.append(try run(segments: 0, parts: 1, after: resumption(runs)))
            let request = try #require(runs[runs.count - 1].requests.first)
            guard case .continueTimeline(let continuation) = request else { return #expect(Bool(false)) }
            starts.append(try #require(continuation.encryptions["video"]?.nextVectors.first))
        }
        #expect(starts == (0..<3).map { 100 + ($0 << 32) })
    }

    @Test func filesThatAnOlderPlaylistListsStayUntilItIsReplaced() throws {
        var first = try run(segments: 4, parts: 0)
        let older = try #require(first.resources.last { $0.path == "video/playlist.m3u8" }?.storedText)
        // The records are ahead of the playlist in the output: they no longer list its first segments.
        first = try run(segments: 12, parts: 0)
        var resumption = resumption([first])
        resumption.files.merge(try run(segments: 4, parts: 0).files) { $1 }
        resumption.playlists = ["video/playlist.m3u8": [UInt8](older.utf8)]
        let second = try run(segments: 0, parts: 0, after: resumption)
        for number in 1...4 {
            let path = "video/segment-0000\(number).m4s"
            #expect(second.removedImmediately.contains { $0.path == path } == false, "\(path)")
            #expect(try #require(second.expiring[path]) > .seconds(2), "\(path)")
        }
    }

    @Test func namesOfRunsWithoutRecordsDependOnTheDate() throws {
        let first = try run(segments: 3, parts: 2, after: .withoutRecords)
        let second = try run(segments: 3, parts: 2, after: .withoutRecords, date: Self.date + 8000)
        #expect(parts(first).isDisjoint(with: parts(second)))
        let (before, after) = (try playlist(first), try playlist(second))
        #expect(after.mediaSequence > before.mediaSequence + before.segments.count)
        #expect(after.mediaSequence < 1 << 31 && !before.segments[0].isDiscontinuity)
        #expect(try #require(after.discontinuitySequence) > (before.discontinuitySequence ?? 0))
        #expect(after.segments[0].initialization?.uri != before.segments[0].initialization?.uri)
        // A folder with a journal decides, whichever request arrives first.
        var run = try PlaylistRun { $0.type = .live }
        try run.request(.resume(.withoutRecords))
        try run.request(.resume(Resumption()))
        var video = ScriptedSegments.video()
        try run.send(video.initialization(), video.next(at: .zero, lasting: .seconds(6)))
        #expect(try playlist(run).segments.map(\.uri) == ["segment-00001.m4s"])
    }

    @Test func anySinkWritesTheRecordsBeforeAFile() throws {
        let written = Mutex<[String: [UInt8]]>([:])
        let writer = RecordWriter { changes in
            written.withLock { records in for change in changes { records[change.path] = change.content } }
        }
        var resumption = Resumption()
        resumption.recordWriter = writer
        let run = try run(segments: 2, parts: 3, after: resumption)
        var gate = RecordGate()
        var files = 0
        for resource in run.emitted {
            #expect(gate.admit(resource) == nil)
            guard resource.role == .part || resource.role == .segment,
                let name = resource.path.split(separator: "/").last,
                let number = Int(name.dropFirst("segment-".count).prefix { $0 != "." })
            else { continue }
            files += 1
            let record = written.withLock { $0["index.m3u8/video"] }.flatMap(RenditionRecord.init)
            #expect(try #require(record).nextNumber >= number, "\(resource.path)")
        }
        #expect(files == 13 && written.withLock { $0 } == run.records)
    }
}
