import Foundation
import Media
import Operations
import Synchronization
import Testing

@Suite struct SystemJournalTests {
    private let event = LogEvent(.pipelineStarted, "started", pipeline: "live", at: WallTime(seconds: 0))

    @Test func entryReachesTheSocketOfTheJournal() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)").path
        let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer {
            close(receiver)
            unlink(path)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(receiver, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        let fallback = WrittenEvents()
        SystemJournal(path: path, fallback: fallback).write(event)
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(receiver, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        try #require(count > 0)
        #expect(Array(bytes[..<count]) == JournalDatagram.bytes(event))
        #expect(fallback.events.isEmpty)
    }

    @Test func entryWithoutAJournalGoesToTheFallback() {
        let fallback = WrittenEvents()
        SystemJournal(path: "/nonexistent/journal", fallback: fallback).write(event)
        SystemJournal(path: String(repeating: "x", count: 200), fallback: fallback).write(event)
        #expect(fallback.events == [event, event])
    }

    @Test func onlyTheStreamOfTheServiceIsTheJournal() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        var status = stat()
        try #require(fstat(descriptor, &status) == 0)
        let stream = "\(status.st_dev):\(status.st_ino)"
        #expect(SystemJournal.receives(descriptor, environment: ["JOURNAL_STREAM": stream]))
        #expect(!SystemJournal.receives(descriptor, environment: ["JOURNAL_STREAM": "1:2"]))
        #expect(!SystemJournal.receives(descriptor, environment: [:]))
    }
}
