import PublicationJournal
import Foundation
import Glibc
import HLS
import Media
import StageKit
import StageTesting
import Synchronization
import Testing

@testable import PackagingStages

/// The persistent state of a folder across runs, with a clock set by the tests.
@Suite struct FolderStoreTests {
    private struct Folder {
        let path = NSTemporaryDirectory() + "sluice-store-\(UUID().uuidString)"
        let clock = VirtualClock(date: WallTime(seconds: 1_000_000))

        func store(_ configure: (inout StoreInFolder.Options) -> Void = { _ in }) throws -> FolderStore {
            var options = StoreInFolder.Options()
            options.path = path
            configure(&options)
            return try FolderStore(options: options, clock: clock)
        }
        /// Returns the state that a run finds from the previous one.
        func resumption() throws -> (Resumption?, [Problem]) {
            let (requests, problems) = try store().drainMessages()
            return (state(in: requests), problems)
        }
        /// The state in a store's requests, without the writer of its records, which is another one for each store.
        func state(in requests: [UpstreamRequest]) -> Resumption? {
            for case .resume(var resumption) in requests {
                resumption.recordWriter = nil
                return resumption
            }
            return nil
        }
        func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }
        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
        func remove() { try? FileManager.default.removeItem(atPath: path) }
    }

    private func segment(_ name: String, _ size: Int = 100) -> Resource {
        Resource(
            path: name, role: .segment, contentType: "", action: .store(ByteRope([UInt8](repeating: 7, count: size))))
    }
    private func record(_ name: String, _ content: [UInt8]?) -> Resource {
        Resource(
            path: name, role: .record, contentType: "",
            action: content.map { .store(ByteRope($0)) } ?? .remove(after: .zero))
    }
    private func removal(
        _ name: String, after time: MediaTime, formerPlaylists: Set<String> = []
    ) -> Resource {
        var removal = Resource(path: name, role: .segment, contentType: "", action: .remove(after: time))
        removal.formerPlaylists = formerPlaylists
        return removal
    }

    @Test func emptyFolderHasNoResumption() throws {
        let folder = Folder()
        defer { folder.remove() }
        let (resumption, problems) = try folder.resumption()
        #expect(resumption == Resumption() && problems.isEmpty)
    }

    @Test func aRunThatWasCutOffLeavesItsRecordsAndFiles() throws {
        let folder = Folder()
        defer { folder.remove() }
        do {
            let store = try folder.store()
            for resource in [
                segment("a.m4s"), record("state", [1]), segment("b.m4s", 50), record("state", [2]), record("x", [3]),
                record("x", nil), segment("c.m4s", 60), record("lost", [9]),
            ] { try store.carryOut(resource) }
        }
        let (resumption, _) = try folder.resumption()
        #expect(resumption?.earlier == .complete && resumption?.lastRecorded == 1_000_000_000)
        #expect(resumption?.records == ["state": [2]])
        #expect(resumption?.files == ["a.m4s": 100, "b.m4s": 50, "c.m4s": 60])
    }

    @Test func fileOfWrongSizeIsRemoved() throws {
        let folder = Folder()
        defer { folder.remove() }
        do {
            let store = try folder.store()
            try store.carryOut(segment("a.m4s"))
            try store.carryOut(segment("b.m4s"))
        }
        try Data([1, 2]).write(to: URL(filePath: folder.path + "/a.m4s"))
        try Data([1]).write(to: URL(filePath: folder.path + "/.b.m4s.part"))
        #expect(try folder.resumption().0?.files == ["b.m4s": 100])
        #expect(folder.names == [".sluice-journal", "b.m4s"])
    }

    @Test func pendingRemovalsHappenInNextRun() throws {
        let folder = Folder()
        defer { folder.remove() }
        do {
            let store = try folder.store()
            for name in ["a.m4s", "b.m4s"] { try store.carryOut(segment(name)) }
            try store.carryOut(removal("a.m4s", after: .seconds(30)))
            folder.clock.advance(by: .seconds(10))
            try store.removeDue()
            #expect(folder.has("a.m4s"))
        }
        let store = try folder.store()
        let state = folder.state(in: store.drainMessages().requests)
        var expected = Resumption(earlier: .complete, lastRecorded: 1_000_000_000, files: ["b.m4s": 100])
        // Other sinks, which may have been behind, retain the file for the whole period.
        expected.retained = ["a.m4s": .seconds(30)]
        #expect(state == expected)
        // The stage that lists segments repeats the removal for sinks that do not know it.
        var repeated = removal("a.m4s", after: .seconds(25))
        repeated.isRestored = true
        try store.carryOut(repeated)
        folder.clock.advance(by: .milliseconds(19_999))
        try store.removeDue()
        #expect(folder.has("a.m4s"))
        folder.clock.advance(by: .milliseconds(1))
        try store.removeDue()
        #expect(!folder.has("a.m4s") && folder.has("b.m4s"))
    }

    @Test func filesStayWhileAPlaylistOfTheEarlierRunListsThem() throws {
        let folder = Folder()
        defer { folder.remove() }
        func playlist(_ name: String) -> Resource {
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(name)\n"
            return Resource(
                path: "list.m3u8", role: .mediaPlaylist, contentType: "", action: .store(ByteRope(Array(text.utf8))))
        }
        do {
            let store = try folder.store()
            for resource in [segment("a.m4s"), playlist("a.m4s"), removal("a.m4s", after: .seconds(5))] {
                try store.carryOut(resource)
            }
        }
        folder.clock.advance(by: .seconds(10))
        let store = try folder.store()
        #expect(folder.state(in: store.drainMessages().requests)?.files["a.m4s"] == 100)
        try store.carryOut(removal("a.m4s", after: .seconds(5), formerPlaylists: ["list.m3u8"]))
        folder.clock.advance(by: .seconds(10))
        try store.removeDue()
        #expect(folder.has("a.m4s"))
        // Players of the former playlist may request the file for as long as after any other removal.
        try store.carryOut(playlist("b.m4s"))
        folder.clock.advance(by: .milliseconds(4999))
        try store.removeDue()
        #expect(folder.has("a.m4s"))
        folder.clock.advance(by: .milliseconds(1))
        try store.removeDue()
        #expect(!folder.has("a.m4s"))
    }

    @Test func rewrittenFileIsNotRemoved() throws {
        let folder = Folder()
        defer { folder.remove() }
        let store = try folder.store()
        try store.carryOut(segment("a.m4s"))
        try store.carryOut(removal("a.m4s", after: .seconds(5)))
        try store.carryOut(segment("a.m4s", 200))
        folder.clock.advance(by: .seconds(60))
        try store.removeDue()
        #expect(folder.has("a.m4s"))
    }

    @Test func onlyFilesInTheJournalAreEverRemoved() throws {
        let folder = Folder()
        defer { folder.remove() }
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: folder.path + "/segment-00001.m4s"))
        do {
            let store = try folder.store()
            try store.carryOut(segment("segment-00002.m4s"))
            try store.carryOut(removal("segment-00002.m4s", after: .seconds(1)))
            folder.clock.advance(by: .seconds(2))
            try store.removeDue()
        }
        _ = try folder.resumption()
        #expect(folder.names == [".sluice-journal", "segment-00001.m4s"])
    }

    @Test func damagedJournalIsSetAsideAndFilesRemain() throws {
        let folder = Folder()
        defer { folder.remove() }
        do {
            let store = try folder.store()
            for number in 0..<9 { try store.carryOut(segment("\(number).m4s")) }
        }
        let journal = URL(filePath: folder.path + "/.sluice-journal")
        var bytes = try Data(contentsOf: journal)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: journal)
        let (resumption, problems) = try folder.resumption()
        #expect(resumption?.earlier == .damaged && resumption?.files.isEmpty == true)
        #expect(resumption?.unrecorded == Set((0..<9).map { "\($0).m4s" }))
        #expect(problems.first?.message.contains(".sluice-journal.damaged-1000000000") == true)
        #expect(try Data(contentsOf: URL(filePath: folder.path + "/.sluice-journal.damaged-1000000000")) == bytes)
        #expect(folder.names.count { $0.hasSuffix(".m4s") } == 9)
    }

    @Test func journalWithTruncatedEndContinues() throws {
        let folder = Folder()
        defer { folder.remove() }
        do {
            let store = try folder.store()
            try store.carryOut(record("state", [1]))
            for number in 0..<3 { try store.carryOut(segment("\(number).m4s")) }
        }
        let journal = URL(filePath: folder.path + "/.sluice-journal")
        try Data(contentsOf: journal).dropLast(5).write(to: journal)
        let (resumption, problems) = try folder.resumption()
        #expect(resumption?.records == ["state": [1]] && problems.isEmpty)
        #expect(resumption?.files == ["0.m4s": 100, "1.m4s": 100])
    }

    @Test(arguments: [
        (false, false, Resumption.Earlier.mayLackNewest), (true, false, .complete), (false, true, .complete),
    ])
    func afterAPowerFailureTheNewestMayBeMissing(isSynced: Bool, isClosed: Bool, expected: Resumption.Earlier) throws {
        let folder = Folder()
        defer { folder.remove() }
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        var bytes = Journal.header
        bytes += JournalRecord(time: 7, entries: [.opened(boot: "another", isSynced: isSynced)]).bytes
        if isClosed { bytes += JournalRecord(time: 8, entries: [.closed]).bytes }
        try Data(bytes).write(to: URL(filePath: folder.path + "/.sluice-journal"))
        #expect(try folder.resumption().0?.earlier == expected)
    }

    @Test func publishedFilesAreDetectedWithoutJournal() throws {
        let folder = Folder()
        defer { folder.remove() }
        do {
            let store = try folder.store()
            try store.carryOut(segment("video/a.m4s"))
            try store.carryOut(
                Resource(
                    path: "video/list", role: .mediaPlaylist, contentType: "",
                    action: .store(ByteRope(Array("#EXTM3U\n".utf8)))))
        }
        try FileManager.default.removeItem(atPath: folder.path + "/.sluice-journal")
        try Data([1]).write(to: URL(filePath: folder.path + "/.hidden"))
        let (resumption, problems) = try folder.resumption()
        #expect(resumption?.earlier == Resumption.Earlier.none && problems.isEmpty)
        #expect(resumption?.unrecorded == ["video/a.m4s", "video/list"])
        #expect(resumption?.playlists == ["video/list": Array("#EXTM3U\n".utf8)])
        #expect(resumption?.content("video/a.m4s")?.count == 100)
        #expect(resumption?.content("video/b.m4s") == nil && resumption?.content("../secret") == nil)
    }

    @Test(.timeLimit(.minutes(10)), arguments: [".sluice-journal", ".sluice-journal.part"])
    func aPipeInTheJournalsPlaceIsRefused(name: String) throws {
        let folder = Folder()
        defer { folder.remove() }
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        #expect(mkfifo(folder.path + "/" + name, 0o600) == 0)
        var error: StageError?
        do { _ = try folder.store() } catch let thrown { error = thrown as? StageError }
        #expect(error?.message.contains("not a regular file") == true, "\(String(describing: error))")
    }

    @Test func filesOfEarlierRunAreNotRewritten() throws {
        let folder = Folder()
        defer { folder.remove() }
        let store = try folder.store()
        try store.carryOut(segment("a.m4s"))
        var restored = Resource(
            path: "a.m4s", role: .segment, contentType: "",
            action: .store(ByteRope([UInt8](repeating: 9, count: 100))))
        restored.isRestored = true
        try store.carryOut(restored)
        #expect(try Data(contentsOf: URL(filePath: folder.path + "/a.m4s")).first == 7)
        restored.path = "b.m4s"
        try store.carryOut(restored)
        #expect(folder.has("b.m4s"))
    }

    @Test func folderStoresPlaylistWithoutBlockingReload() throws {
        let folder = Folder()
        defer { folder.remove() }
        let store = try folder.store()
        var playlist = MediaPlaylist(targetDuration: 2)
        playlist.serverControl = ServerControl(holdBack: .seconds(6))
        var delivery = PlaylistDelivery()
        delivery.canBlockReload = true
        delivery.preloadHints = [PreloadHint(kind: .part, uri: "1.m4s")]
        try store.carryOut(
            Resource(
                path: "list", role: .mediaPlaylist, contentType: Playlist.contentType,
                content: DeliverablePlaylist(playlist, delivery: delivery)))
        #expect(try String(contentsOf: URL(filePath: folder.path + "/list"), encoding: .utf8) == playlist.text)
    }

    @Test func twoRunsDoNotShareAFolder() throws {
        let folder = Folder()
        defer { folder.remove() }
        let first = try folder.store()
        var error: StageError?
        do { _ = try folder.store() } catch let thrown { error = thrown as? StageError }
        #expect(error?.code == .unwritableOutput && error?.message.contains("another run") == true)
        try first.finish()
    }

    @Test func nothingIsRetainedWithoutJournal() throws {
        let folder = Folder()
        defer { folder.remove() }
        let store = try folder.store { $0.journal = false }
        try store.carryOut(record("state", [1]))
        try store.carryOut(segment("a.m4s"))
        #expect(store.drainMessages().requests.isEmpty)
        try store.finish()
        #expect(folder.names == ["a.m4s"])
    }

    @Test(arguments: [SyncPolicy.none, .journal, .segment]) func everySyncPolicyWritesTheSame(policy: SyncPolicy) throws
    {
        let folder = Folder()
        defer { folder.remove() }
        do {
            let store = try folder.store { $0.sync = policy }
            try store.carryOut(record("state", [1]))
            try store.carryOut(segment("deep/a.m4s"))
        }
        #expect(try folder.resumption().0?.files == ["deep/a.m4s": 100])
    }

    @Test func aQuotaIsKeptByShrinkingThenByRemovingEarlyThenByFailing() throws {
        let folder = Folder()
        defer { folder.remove() }
        let store = try folder.store { $0.diskQuota = ByteCount(1 << 20) }
        _ = store.drainMessages()
        for number in 0..<4 { try store.carryOut(segment("\(number).m4s", 100_000)) }
        #expect(store.drainMessages().requests.isEmpty)
        // More than seven sixteenths of the quota are listed.
        for number in 4..<6 { try store.carryOut(segment("\(number).m4s", 100_000)) }
        let (requests, problems) = store.drainMessages()
        #expect(requests == [500_000, 600_000].map { .release(bytes: $0 - 7 << 16) })
        #expect(problems.map(\.code) == ["disk-low"])
        try store.carryOut(removal("0.m4s", after: .seconds(60)))
        for number in 6..<10 { try store.carryOut(segment("\(number).m4s", 100_000)) }
        #expect(folder.has("0.m4s"))
        try store.carryOut(segment("10.m4s", 100_000))
        #expect(!folder.has("0.m4s") && store.drainMessages().problems.map(\.code) == ["removed-early"])
        var failure: StageError?
        for number in 11..<40 where failure == nil {
            do throws(StageError) { try store.carryOut(segment("\(number).m4s", 100_000)) } catch { failure = error }
        }
        #expect(failure?.message.contains("disk quota of 1MiB") == true)
    }

    @Test func excessiveReserveFailsWhenConfigured() throws {
        let folder = Folder()
        defer { folder.remove() }
        let store = try folder.store {
            $0.diskReserve = ByteCount(1 << 50)
            $0.whenDiskLow = .fail
        }
        #expect(throws: StageError.self) { try store.carryOut(self.segment("a.m4s")) }
    }
}
