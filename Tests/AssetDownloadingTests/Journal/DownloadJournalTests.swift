import AssetDownloading
import ScriptedOrigin
import Testing

@Suite struct DownloadJournalTests {
    private let entry = DownloadJournal.Entry(
        place: LocalPlace(path: "video/00001.ts", offset: 12), origin: 7, count: 100, digest: .max, isFinished: true,
        validator: "\"a b\"")

    private func journal(_ lines: [String]) -> DownloadJournal {
        DownloadJournal(reading: Array((DownloadJournal.header + "\n" + lines.joined()).utf8))
    }

    @Test func journalRoundTrips() { #expect(journal([entry.line])[entry.place] == entry) }

    @Test func laterLineReplacesEarlierOne() {
        var later = entry
        later.count = 200
        later.isFinished = false
        #expect(journal([entry.line, later.line])[entry.place] == later)
    }

    @Test func truncatedLineIsSkipped() {
        for length in 0..<entry.line.utf8.count - 1 {
            #expect(journal([String(entry.line.prefix(length))]).entries.isEmpty)
        }
    }

    @Test func anyDamagedByteIsDetected() {
        let bytes = Array(entry.line.utf8)
        for index in 0..<bytes.count - 1 {
            var damaged = bytes
            damaged[index] ^= 1
            let text = String(decoding: damaged, as: UTF8.self)
            #expect(journal([text]).entries.isEmpty, "byte \(index)")
        }
    }

    @Test func otherFileIsNotAJournal() {
        #expect(DownloadJournal(reading: Array("hello\n\(entry.line)".utf8)).entries.isEmpty)
    }

    @Test func secondDownloadIntoAFolderIsRejected() throws {
        let folder = DownloadFolder()
        let store = try DownloadStore(path: folder.path)
        #expect(throws: AssetDownloadError.self) { try DownloadStore(path: folder.path) }
        withExtendedLifetime(store) {}
    }

    @Test func changedBytesOnDiskAreFetchedAgain() throws {
        let folder = DownloadFolder()
        let place = LocalPlace(path: "video/00001.ts")
        do {
            let store = try DownloadStore(path: folder.path)
            try store.folder.publish(place.path, noise(100))
            try store.record(
                DownloadJournal.Entry(
                    place: place, origin: 1, count: 100, digest: Digest.of(noise(100)), isFinished: true))
        }
        #expect(try DownloadStore(path: folder.path).finishedEntry(place, origin: 1) != nil)
        #expect(try DownloadStore(path: folder.path).finishedEntry(place, origin: 2) == nil)
        try DownloadStore(path: folder.path).folder.publish(place.path, noise(100, seed: 2))
        #expect(try DownloadStore(path: folder.path).finishedEntry(place, origin: 1) == nil)
    }
}
