import Foundation
import Glibc
import PublicationJournal
import Testing

@Suite struct JournalFileTests {
    private func withFolder(_ body: (Int32, URL) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        let folder = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        try body(folder, url.appending(path: JournalFile.name))
    }

    private func read(_ url: URL) throws -> Journal { Journal.read([UInt8](try Data(contentsOf: url))).journal }

    @Test func compactionKeepsRecordsOfOtherThreads() throws {
        try withFolder { folder, url in
            let file = try JournalFile(in: folder, time: 1)
            try file.append([.opened(boot: "boot", isSynced: false)], at: 1, sync: false)
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for number in 0..<800 {
                    let content = [UInt8](repeating: UInt8(number % 251), count: 1000)
                    try? file.append([.kept(path: "\(thread)", content: content)], at: Int64(number), sync: false)
                    try? file.append([.stored(path: "\(thread)/\(number)", size: 1)], at: 1, sync: false)
                    if thread == 0 { try? file.compactIfNeeded(sync: false) }
                }
            }
            try file.compactIfNeeded(sync: false)
            let journal = try read(url)
            #expect(journal == file.journal && journal.files.count == 3200)
            #expect((0..<4).allSatisfy { journal.kept["\($0)"]?.first == UInt8(799 % 251) })
            let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
            #expect(size < 2 << 20, "\(size)")
        }
    }

    @Test func incompleteJournalIsThatOfAnotherBootUntilTheNextRecord() throws {
        try withFolder { folder, url in
            let file = try JournalFile(in: folder, time: 1)
            try file.append([.opened(boot: "boot", isSynced: true)], at: 1, sync: false)
            file.markIncomplete(at: 2)
            file.markIncomplete(at: 3)
            let marked = try read(url)
            #expect(marked.boot == Journal.incompleteBoot && !marked.isSynced && marked.lastTime == 2)
            try file.append([.kept(path: "a", content: [1])], at: 4, sync: false)
            let journal = try read(url)
            #expect(journal.boot == "boot" && journal.isSynced && journal.kept == ["a": [1]])
        }
    }

    @Test func recordsHaveSpaceOnAFullDisk() throws {
        try withFolder { folder, url in
            let file = try JournalFile(in: folder, time: 1)
            try file.append([.opened(boot: "boot", isSynced: false)], at: 1, sync: false)
            var status = stat()
            #expect(stat(url.path, &status) == 0)
            // File systems without reservation allocate the blocks of the content only.
            #expect(status.st_size < 4096 && (status.st_blocks * 512 >= 200_000 || status.st_blocks <= 8))
        }
    }
}
