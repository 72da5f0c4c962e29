import Media
import StageKit
import Synchronization
import Testing

@Suite struct RecordWriterTests {
    /// A writer of records in memory that can be made to fail.
    private final class Storage: Sendable {
        let state = Mutex<(writes: [[String]], fails: Bool)>(([], false))

        func write(_ changes: [RecordWriter.Change]) throws(StageError) {
            try state.withLock { state throws(StageError) in
                if state.fails { throw StageError(.unwritableOutput, "the disk is full") }
                state.writes.append(changes.map(\.path))
            }
        }
        var writes: [[String]] { state.withLock { $0.writes } }
    }

    private func writer(_ storage: Storage) -> RecordWriter {
        RecordWriter { changes throws(StageError) in try storage.write(changes) }
    }

    private func record(_ path: String, _ writer: RecordWriter) -> Resource {
        var resource = Resource(path: path, role: .record, contentType: "", action: .store(ByteRope([1])))
        resource.ticket = writer.enqueue(RecordWriter.Change(path: path, content: [1]))
        return resource
    }

    private let file = Resource(path: "a", role: .segment, contentType: "", action: .store(ByteRope([1])))

    @Test func firstSinkWritesTheRecordsForAll() {
        let storage = Storage()
        let writer = writer(storage)
        let resources = [record("1", writer), record("2", writer), file, record("3", writer), file]
        var (fast, slow) = (RecordGate(), RecordGate())
        for resource in resources { #expect(fast.admit(resource) == nil) }
        #expect(storage.writes == [["1", "2"], ["3"]])
        for resource in resources { #expect(slow.admit(resource) == nil) }
        #expect(storage.writes.count == 2)
    }

    @Test func recordsThatCannotBeWrittenAreWrittenLater() throws {
        let storage = Storage()
        let writer = writer(storage)
        var gate = RecordGate()
        storage.state.withLock { $0.fails = true }
        let resources = [record("1", writer), file, file]
        // The failure is reported once; the sink goes on.
        #expect(resources.map { gate.admit($0)?.code } == [nil, .unwritableOutput, nil])
        #expect(throws: StageError.self) { try writer.commitAll() }
        storage.state.withLock { $0.fails = false }
        #expect(gate.admit(record("2", writer)) == nil && gate.admit(file) == nil)
        #expect(storage.writes == [["1", "2"]])
    }

    @Test func closedWriterWritesNothing() throws {
        let storage = Storage()
        let writer = writer(storage)
        let ticket = writer.enqueue(RecordWriter.Change(path: "1", content: nil))
        try writer.commitAll()
        writer.close()
        try ticket.commit()
        try writer.enqueue(RecordWriter.Change(path: "2", content: nil)).commit()
        #expect(storage.writes == [["1"]] && writer.isClosed)
    }
}
