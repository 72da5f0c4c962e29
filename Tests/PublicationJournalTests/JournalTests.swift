import PublicationJournal
import HLS
import ScriptedMedia
import Testing

@Suite struct JournalTests {
    private let records = [
        JournalRecord(time: 1000, entries: [.opened(boot: "boot", isSynced: false)]),
        JournalRecord(time: 2000, entries: [.stored(path: "video/init.mp4", size: 700)]),
        JournalRecord(
            time: 3000, entries: [.stored(path: "video/a.m4s", size: 5000), .kept(path: "state", content: [1, 2, 3])]),
        JournalRecord(
            time: 4000,
            entries: [
                .scheduledRemoval(path: "video/a.m4s", after: 6000), .kept(path: "state", content: [4]),
                .dropped(path: "x"),
            ]),
        JournalRecord(time: 5000, entries: [.grown(path: "video/media.mp4", size: 9000)]),
    ]

    private var bytes: [UInt8] { records.reduce(Journal.header) { $0 + $1.bytes } }

    @Test func whatWasWrittenIsReadBack() {
        let (journal, ending) = Journal.read(bytes)
        #expect(ending == .complete)
        #expect(journal.files["video/init.mp4"] == Journal.File(size: 700))
        #expect(
            journal.files["video/a.m4s"]
                == Journal.File(size: 5000, departure: Journal.RetentionPeriod(begin: 4000, end: 10_000)))
        #expect(journal.files["video/media.mp4"]?.isGrowing == true)
        #expect(journal.kept == ["state": [4]])
        #expect(journal.byteCount == 14_700 && journal.expiredByteCount == 5000)
        #expect(journal.lastTime == 5000 && journal.boot == "boot" && !journal.isClosed)
    }

    @Test func aJournalCutOffAnywhereIsReadUpToItsLastWholeRecord() {
        var ends = [Journal.header.count]
        for record in records { ends.append(ends[ends.count - 1] + record.bytes.count) }
        for length in 0..<bytes.count {
            let (journal, ending) = Journal.read(Array(bytes[..<length]))
            let whole = ends.lastIndex { $0 <= length }
            var expected = Journal()
            for record in records.prefix(whole ?? 0) { expected.apply(record) }
            #expect(journal == expected)
            switch whole {
            case nil: #expect(ending == .torn(at: 0))
            case let whole?: #expect(ending == (ends[whole] == length ? .complete : .torn(at: ends[whole])))
            }
        }
    }

    @Test func aTailOfZerosIsTorn() {
        #expect(Journal.read(bytes + [UInt8](repeating: 0, count: 5000)).ending == .torn(at: bytes.count))
    }

    @Test func aChangedByteIsDamageUnlessItIsInTheLastRecord() {
        let last = bytes.count - records[4].bytes.count
        for offset in bytes.indices {
            var changed = bytes
            changed[offset] ^= 0x10
            let ending = Journal.read(changed).ending
            switch offset {
            case ..<Journal.header.count: #expect(ending == .damaged(at: 0) || ending == .foreign)
            case ..<last:
                guard case .damaged(let place) = ending else { return #expect(Bool(false), "\(offset): \(ending)") }
                #expect(place <= offset)
            default: #expect(ending == .torn(at: last))
            }
        }
    }

    @Test func aLaterVersionIsLeftAlone() {
        #expect(Journal.read(Array("sluice journal 2\n".utf8)).ending == .foreign)
    }

    @Test func aCompactJournalSaysTheSame() {
        let journal = Journal.read(bytes).journal
        let (again, ending) = Journal.read(journal.compacted())
        #expect(again == journal && ending == .complete)
    }

    @Test func aCompactJournalIsAsLongAsWhatItTells() {
        var journal = Journal()
        var length = 0
        for number in 0..<100_000 {
            journal.apply(
                JournalRecord(
                    time: Int64(number),
                    entries: [
                        .stored(path: "video/segment-\(number).m4s", size: 100_000),
                        .kept(path: "index.m3u8/video/\(number)", content: [UInt8](repeating: 7, count: 300)),
                        .dropped(path: "index.m3u8/video/\(number - 10)"),
                        .removed(path: "video/segment-\(number - 20).m4s"),
                    ]))
            if number == 1000 { length = journal.compacted().count }
        }
        #expect(journal.files.count == 20 && journal.kept.count == 10)
        #expect(journal.compacted().count < length + 200)
    }

    @Test func whateverStandsInAJournalIsReadOrRefused() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            var noise = bytes
            for _ in 0..<Int.random(in: 1...20, using: &generator) {
                noise[Int.random(in: 0..<noise.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let (journal, _) = Journal.read(noise)
            #expect(Journal.read(journal.compacted()).journal == journal)
        }
    }
}
