import Foundation
import Glibc
import HLS
import Media
import StageKit
import StageTesting
import Synchronization
import Testing

@testable import PackagingStages

/// A folder that does not accept files for a time, in a run that continues.
@Suite struct FolderOutputTests {
    private final class Folder: Sendable {
        let parent = NSTemporaryDirectory() + "sluice-output-\(UUID().uuidString)"
        let clock = VirtualClock(date: WallTime(seconds: 1_000_000))
        private let problems = Mutex<[Problem]>([])
        var path: String { parent + "/live" }
        var codes: [String] { problems.withLock { $0.map(\.code) } }

        func output(_ configure: (inout StoreInFolder.Options) -> Void = { _ in }) throws -> FolderOutput {
            var options = StoreInFolder.Options()
            options.path = path
            options.diskReserve = ByteCount(0)
            configure(&options)
            let context = StageContext(
                stageName: "folder", reporter: { [self] problem in problems.withLock { $0.append(problem) } },
                clock: clock
            ).withTolerance(OutputTolerance(.always))
            return try FolderOutput(options: options, context: context)
        }
        func collect(_ output: FolderOutput) -> [UpstreamRequest] {
            let (requests, found) = output.drainMessages()
            problems.withLock { $0 += found }
            return requests
        }
        func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }
        func playlist(_ name: String = "video/playlist.m3u8") throws -> MediaPlaylist? {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: path + "/" + name)))
            guard case .media(let playlist) = try Playlist.parse(bytes, tolerance: .tolerant).playlist else {
                return nil
            }
            return playlist
        }
        deinit { try? FileManager.default.removeItem(atPath: parent) }
    }

    private func segment(_ number: Int, _ size: Int = 100) -> Resource {
        Resource(
            path: "video/\(number).m4s", role: .segment, contentType: "",
            action: .store(ByteRope([UInt8](repeating: UInt8(number), count: size))))
    }
    private var initialization: Resource {
        Resource(path: "video/init.mp4", role: .initialization, contentType: "", action: .store(ByteRope([1, 2, 3])))
    }
    private func playlist(_ numbers: Range<Int>) -> Resource {
        var playlist = MediaPlaylist(targetDuration: 2)
        playlist.segments = numbers.map {
            MediaSegment(
                uri: "\($0).m4s", duration: .seconds(2), initialization: InitializationSection(uri: "init.mp4"))
        }
        return Resource(
            path: "video/playlist.m3u8", role: .mediaPlaylist, contentType: Playlist.contentType,
            content: DeliverablePlaylist(playlist))
    }
    private func removal(_ number: Int) -> Resource {
        Resource(path: "video/\(number).m4s", role: .segment, contentType: "", action: .remove(after: .zero))
    }

    @Test func newFoldersWithoutContentAreRemoved() throws {
        let folder = Folder()
        func run(_ resources: Resource...) throws {
            let output = try folder.output()
            #expect(folder.has(".sluice-journal"))
            for resource in resources { try output.carryOut(resource) }
            try output.finish()
            output.discardUnused()
        }
        try run()
        #expect(!FileManager.default.fileExists(atPath: folder.parent))
        // Folders that existed before, and those with content, are kept.
        try FileManager.default.createDirectory(atPath: folder.parent, withIntermediateDirectories: true)
        try run()
        #expect(FileManager.default.fileExists(atPath: folder.parent) && !folder.has(""))
        for resources in [[segment(1)], []] {
            let output = try folder.output()
            for resource in resources { try output.carryOut(resource) }
            output.discardUnused()
            #expect(folder.has("video/1.m4s") && folder.has(".sluice-journal"))
        }
    }

    @Test func newFoldersWithRecordsAreKept() throws {
        let folder = Folder()
        let output = try folder.output()
        try output.carryOut(
            Resource(path: "video/record", role: .record, contentType: "", action: .store(ByteRope([1]))))
        try output.finish()
        output.discardUnused()
        #expect(folder.has(".sluice-journal"))
    }

    @Test func segmentsWithoutSpaceBecomeGapsUntilThereIsSpace() throws {
        let folder = Folder()
        let output = try folder.output { $0.diskQuota = ByteCount(1 << 20) }
        try output.carryOut(initialization)
        for number in 0..<12 {
            try output.carryOut(segment(number, 100_000))
            try output.carryOut(playlist(0..<number + 1))
            folder.clock.advance(by: .seconds(2))
        }
        _ = folder.collect(output)
        #expect(folder.codes.filter { $0 != "disk-low" } == ["output-failed"])
        #expect(output.drainWithheld() == ["video/10.m4s", "video/11.m4s"])
        #expect(!folder.has("video/10.m4s") && !folder.has("video/11.m4s"))
        #expect(try folder.playlist()?.segments.map(\.isGap) == (0..<12).map { $0 >= 10 })
        // Space becomes free.
        for number in 0..<4 { try output.carryOut(removal(number)) }
        folder.clock.advance(by: .seconds(10))
        try output.carryOut(segment(12, 100_000))
        try output.carryOut(playlist(4..<13))
        #expect(folder.codes.last == "output-recovered")
        #expect(try folder.playlist()?.segments.map(\.isGap) == (4..<13).map { (10...11).contains($0) })
        try output.finish()
        #expect(!folder.codes.contains("output-incomplete"))
    }

    @Test func filesOfTheEarlierRunAreThereWithoutSpace() throws {
        let folder = Folder()
        do {
            let earlier = try folder.output()
            try earlier.carryOut(initialization)
            for number in 0..<10 { try earlier.carryOut(segment(number, 100_000)) }
            try earlier.carryOut(playlist(0..<10))
            try earlier.finish()
        }
        let output = try folder.output { $0.diskQuota = ByteCount(1 << 20) }
        for number in 0..<10 {
            var restored = segment(number, 100_000)
            restored.isRestored = true
            try output.carryOut(restored)
        }
        try output.carryOut(segment(10, 100_000))
        try output.carryOut(playlist(0..<11))
        _ = folder.collect(output)
        #expect(folder.codes.contains("output-failed"))
        let gaps = try folder.playlist()?.segments.map(\.isGap)
        #expect(gaps == (0..<11).map { $0 == 10 }, "\(folder.codes)")
    }

    @Test func filesOfAPlaylistThatCannotBeReplacedRemain() throws {
        let folder = Folder()
        let output = try folder.output()
        for resource in [initialization, segment(0), segment(1), playlist(0..<2)] { try output.carryOut(resource) }
        // No playlist can be written, and other files can.
        let obstacle = folder.path + "/video/.playlist.m3u8.part"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
        for number in 2..<8 {
            for resource in [segment(number), playlist(number - 1..<number + 1), removal(number - 2)] {
                try output.carryOut(resource)
                try output.removeDue()
            }
            folder.clock.advance(by: .seconds(20))
        }
        #expect(folder.codes.contains("output-failed"))
        #expect(try folder.playlist()?.segments.map(\.uri) == ["0.m4s", "1.m4s"])
        #expect(folder.has("video/0.m4s") && folder.has("video/1.m4s") && folder.has("video/7.m4s"))
        try FileManager.default.removeItem(atPath: obstacle)
        for resource in [segment(8), playlist(7..<9), removal(6)] { try output.carryOut(resource) }
        #expect(try folder.playlist()?.segments.map(\.uri) == ["7.m4s", "8.m4s"])
        for number in 0..<7 { #expect(!folder.has("video/\(number).m4s"), "\(number)") }
    }

    @Test func aRunThatEndsDuringAnOutageHasAnIncompleteOutput() throws {
        let folder = Folder()
        let output = try folder.output { $0.whenDiskLow = .shrink }
        try output.carryOut(segment(0))
        // A file in place of the folder for which no other can be created.
        try FileManager.default.removeItem(atPath: folder.path)
        try Data([1]).write(to: URL(filePath: folder.path))
        try output.carryOut(segment(1))
        try output.carryOut(playlist(0..<2))
        try output.finish()
        #expect(folder.codes == ["output-failed", "output-incomplete"])
    }

    @Test(arguments: [false, true]) func aFolderThatWasMovedIsReplacedWithItsFiles(isReplaced: Bool) throws {
        let folder = Folder()
        do {
            let output = try folder.output()
            try output.carryOut(
                Resource(path: "state", role: .record, contentType: "", action: .store(ByteRope([9]))))
            for resource in [initialization, segment(0), segment(1), playlist(0..<2)] { try output.carryOut(resource) }
            let former = folder.parent + "/former"
            try FileManager.default.moveItem(atPath: folder.path, toPath: former)
            if isReplaced {
                try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
            }
            try output.carryOut(segment(2))
            try output.carryOut(playlist(0..<3))
            #expect(folder.codes == ["folder-replaced"] && folder.collect(output).isEmpty)
            #expect(!FileManager.default.fileExists(atPath: former + "/video/2.m4s"))
            try output.finish()
        }
        for name in ["init.mp4", "0.m4s", "1.m4s", "2.m4s"] { #expect(folder.has("video/" + name), "\(name)") }
        #expect(try folder.playlist()?.segments.contains { $0.isGap } == false)
        // The next run continues the new folder.
        let next = try FolderStore(options: options(folder), clock: folder.clock)
        guard case .resume(let resumption)? = next.drainMessages().requests.first else {
            Issue.record("no resumption")
            return
        }
        #expect(resumption.records == ["state": [9]])
        #expect(resumption.files["video/1.m4s"] == 100 && resumption.files["video/2.m4s"] == 100)
    }

    @Test func aFolderThatWasRemovedListsItsFilesAsGaps() throws {
        let folder = Folder()
        let output = try folder.output()
        for resource in [initialization, segment(0), segment(1), playlist(0..<2)] { try output.carryOut(resource) }
        try FileManager.default.removeItem(atPath: folder.path)
        try output.carryOut(segment(2))
        try output.carryOut(playlist(0..<3))
        #expect(folder.codes == ["folder-replaced"] && folder.has("video/init.mp4"))
        #expect(try folder.playlist()?.segments.map(\.isGap) == [true, true, false])
    }

    @Test func aLostRangeOfASharedFileIsAHole() throws {
        let folder = Folder()
        let output = try folder.output { $0.diskQuota = ByteCount(1 << 20) }
        func append(_ number: Int, _ offset: Int, _ size: Int) -> Resource {
            var resource = Resource(
                path: "video/media.mp4", role: .segment, contentType: "",
                action: .append(ByteRope([UInt8](repeating: UInt8(number), count: size))))
            let report = SegmentReport(kind: .separable)
            let track = Track.scriptedVideo()
            let rendition = Rendition(id: "video", tracks: [track], interval: .seconds(2))
            let segment = Segment(
                rendition: rendition, kind: .separable, index: number, data: ByteRope([0]), report: report)
            resource.segment = Resource.ContainedSegment(segment, byteRange: offset..<offset + size)
            return resource
        }
        func list(_ count: Int) -> Resource {
            var playlist = MediaPlaylist(targetDuration: 2)
            playlist.segments = (0..<count).map {
                MediaSegment(
                    uri: "media.mp4", duration: .seconds(2), byteRange: ByteRange(offset: $0 * 1000, length: 1000))
            }
            return Resource(
                path: "video/playlist.m3u8", role: .mediaPlaylist, contentType: Playlist.contentType,
                content: DeliverablePlaylist(playlist))
        }
        try output.carryOut(append(1, 0, 1000))
        try output.carryOut(list(1))
        // Other files use up the quota.
        try output.carryOut(segment(9, 1_047_000))
        try output.carryOut(append(2, 1000, 1000))
        try output.carryOut(list(2))
        #expect(try folder.playlist()?.segments.map(\.isGap) == [false, true])
        try output.carryOut(removal(9))
        folder.clock.advance(by: .seconds(10))
        try output.carryOut(append(3, 2000, 1000))
        try output.carryOut(list(3))
        #expect(try folder.playlist()?.segments.map(\.isGap) == [false, true, false])
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.path + "/video/media.mp4")))
        #expect(bytes.count == 3000 && bytes[999] == 1 && bytes[1000] == 0 && bytes[2000] == 3)
    }

    @Test func lowSpaceEndsTheRunIfTheOptionsSayThat() throws {
        let folder = Folder()
        let output = try folder.output {
            $0.diskReserve = ByteCount(1 << 50)
            $0.whenDiskLow = .fail
        }
        #expect(throws: StageError.self) { try output.carryOut(self.segment(0)) }
    }

    @Test func theReserveOfASmallFileSystemIsSmall() {
        #expect(DiskPolicy.defaultReserve(capacity: 16 << 20) == (16 << 20) / 50)
        #expect(
            DiskPolicy.defaultReserve(capacity: 1 << 40) == 64 << 20 && DiskPolicy.defaultReserve(capacity: nil) == 0)
    }

    private func options(_ folder: Folder) -> StoreInFolder.Options {
        var options = StoreInFolder.Options()
        options.path = folder.path
        return options
    }
}
