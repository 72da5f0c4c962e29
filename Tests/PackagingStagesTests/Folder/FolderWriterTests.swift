import Foundation
import Media
import StageKit
import Testing

@testable import PackagingStages

@Suite struct FolderWriterTests {
    @Test func filesArePublishedAtomically() throws {
        try withFolder { path in
            var folder = try FolderWriter(path: path + "/deep/down")
            try folder.store(ByteRope(Array("first".utf8)), at: "video/playlist.m3u8")
            try folder.store(ByteRope(Array("second".utf8)), at: "video/playlist.m3u8")
            try folder.finish()
            #expect(try String(contentsOfFile: path + "/deep/down/video/playlist.m3u8", encoding: .utf8) == "second")
            #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/deep/down/video").count == 1)
        }
    }

    @Test func aRopeOfThousandsOfSlicesIsWrittenInOrder() throws {
        try withFolder { path in
            var rope = ByteRope()
            var expected: [UInt8] = []
            for index in 0..<5000 {
                let bytes = [UInt8](repeating: UInt8(index & 0xff), count: index % 7 + 1)
                rope.append(ByteSlice(copying: bytes))
                expected += bytes
            }
            var folder = try FolderWriter(path: path)
            try folder.store(rope, at: "media")
            #expect(FileManager.default.contents(atPath: path + "/media") == Data(expected))
            try folder.finish()
        }
    }

    @Test func growingFileAppearsWithNextCompleteFile() throws {
        try withFolder { path in
            var folder = try FolderWriter(path: path)
            try folder.append(ByteRope([1, 2]), to: "media.mp4")
            #expect(!FileManager.default.fileExists(atPath: path + "/media.mp4"))
            try folder.append(ByteRope([3]), to: "media.mp4")
            try folder.store(ByteRope([9]), at: "playlist.m3u8")
            #expect(FileManager.default.contents(atPath: path + "/media.mp4") == Data([1, 2, 3]))
            try folder.append(ByteRope([4]), to: "media.mp4")
            #expect(FileManager.default.contents(atPath: path + "/media.mp4") == Data([1, 2, 3, 4]))
            try folder.finish()
        }
    }

    @Test(arguments: ["../out", "/etc/x", "a/../../b", "a//b", "", "."]) func pathsThatLeaveTheFolderAreRefused(
        name: String
    ) throws {
        try withFolder { path in
            var folder = try FolderWriter(path: path)
            var error: StageError?
            do { try folder.append(ByteRope([1]), to: name.isEmpty ? "x/" : name) } catch let thrown {
                error = thrown as? StageError
            }
            #expect(error?.code == .unwritableOutput)
            try folder.finish()
        }
    }

    @Test func removedFolderIsReported() throws {
        try withFolder { path in
            var folder = try FolderWriter(path: path + "/live")
            try FileManager.default.removeItem(atPath: path + "/live")
            var error: StageError?
            do { try folder.store(ByteRope([1]), at: "a.m4s") } catch let thrown { error = thrown as? StageError }
            #expect(error?.message.contains("was removed") == true)
        }
    }

    @Test func aPathBelowAFileCannotBeAFolder() throws {
        try withFolder { path in
            #expect(FileManager.default.createFile(atPath: path + "/file", contents: nil))
            var error: StageError?
            do { _ = try FolderWriter(path: path + "/file/below") } catch let thrown { error = thrown as? StageError }
            #expect(error?.code == .unwritableOutput)
        }
    }

    @Test func expiredFilesWaitForTheirTime() {
        var departures = ExpiredFiles<Int>()
        departures.add("late", due: 20)
        departures.add("early", due: 10)
        #expect(departures.removeAll(dueAt: 5).isEmpty)
        #expect(departures.removeAll(dueAt: 10) == ["early"])
        #expect(departures.removeAll(dueAt: 30) == ["late"])
        #expect(departures.removeAll(dueAt: 40).isEmpty)
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "sluice-folder-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }
}
