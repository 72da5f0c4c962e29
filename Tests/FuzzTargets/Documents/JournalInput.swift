import PublicationJournal
import AssetDownloading
import HLS

/// Journals of presentations and downloads. The first byte selects whether the rest is an entire journal or the content
/// of one record, which then gets a valid checksum.
enum JournalInput {
    static func read(_ input: [UInt8]) {
        guard let choice = input.first else { return }
        let content = Array(input.dropFirst())
        switch choice % 4 {
        case 0: readJournal(content)
        case 1: readJournal(Journal.header + record(content))
        case 2: readRecords(content)
        default:
            let journal = DownloadJournal(reading: content)
            _ = journal.entries.values.map(\.line)
        }
    }

    private static func record(_ content: [UInt8]) -> [UInt8] {
        let checksum = Checksum.crc32c(content)
        let fields = [UInt32(content.count), checksum].flatMap { number in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
        }
        return Array("rec\n".utf8) + fields + content
    }

    private static func readJournal(_ bytes: [UInt8]) {
        let journal = Journal.read(bytes).journal
        let (again, ending) = Journal.read(journal.compacted())
        require(ending == .complete, "a written journal is complete")
        require(
            again.files.keys == journal.files.keys && again.kept == journal.kept,
            "a written journal can be parsed without loss")
        _ = SavedPresentation(journal.kept, paths: RecordPaths(multivariant: "index.m3u8"))
    }

    private static func readRecords(_ bytes: [UInt8]) {
        if let record = PresentationRecord(bytes) { _ = PresentationRecord(record.bytes) }
        if let record = RenditionRecord(bytes) { _ = RenditionRecord(record.bytes) }
        if let record = ListedSegment(record: bytes) { _ = ListedSegment(record: record.recordBytes) }
        _ = SavedPresentation(
            ["index.m3u8": bytes, "index.m3u8/a": bytes], paths: RecordPaths(multivariant: "index.m3u8"))
    }
}
