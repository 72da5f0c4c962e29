/// The state that a journal's records describe: the files of an output, and the data that stages keep for a later run.
///
/// A value type: records change it, and it can be written back as the shortest equivalent sequence of records, so the
/// size of a journal stays proportional to its content. ``JournalFile`` stores the bytes.
package struct Journal: Sendable, Hashable {
    /// A file of the output.
    package struct File: Sendable, Hashable {
        /// The size in bytes. A growing file may be shorter.
        package var size: Int
        /// Whether more data may be appended to the file.
        package var isGrowing = false
        /// The retention period before the file is removed; nil while the file is in use.
        package var retention: RetentionPeriod?

        package init(size: Int, isGrowing: Bool = false, departure: RetentionPeriod? = nil) {
            self.size = size
            self.isGrowing = isGrowing
            self.retention = departure
        }
    }

    /// The period for which a file is retained after it left the playlists, in milliseconds since 1970.
    package struct RetentionPeriod: Sendable, Hashable {
        package var begin: Int64
        package var end: Int64

        package init(begin: Int64, end: Int64) {
            self.begin = begin
            self.end = end
        }
    }

    /// Files by path.
    package private(set) var files: [String: File] = [:]
    /// The data that stages keep for a later run, by path.
    package private(set) var kept: [String: [UInt8]] = [:]
    /// The total size of all files in bytes.
    package private(set) var byteCount = 0
    /// The total size of the files to be removed, in bytes.
    package private(set) var expiredByteCount = 0
    /// The time of the newest record, in milliseconds since 1970; 0 without records.
    package private(set) var lastTime: Int64 = 0
    /// The boot ID (``bootName()``) in the last run; nil before the first run.
    package private(set) var boot: String?
    package private(set) var isSynced = false
    /// The boot ID of a journal whose newest records may be missing. No machine has it, so a later run skips numbers.
    package static let incompleteBoot = "incomplete"
    /// Whether the last run ended with a regular shutdown.
    package private(set) var isClosed = false

    package init() {}

    /// Applies the entries of a record in order.
    package mutating func apply(_ record: JournalRecord) {
        lastTime = max(lastTime, record.time)
        for entry in record.entries { apply(entry, at: record.time) }
    }

    private mutating func apply(_ entry: JournalEntry, at time: Int64) {
        isClosed = entry == .closed
        switch entry {
        case .opened(let boot, let isSynced): (self.boot, self.isSynced) = (boot, isSynced)
        case .stored(let path, let size): set(File(size: size), path)
        case .grown(let path, let size): set(File(size: size, isGrowing: true), path)
        case .scheduledRemoval(let path, let after):
            guard var file = files[path] else { return }
            let end = time.addingReportingOverflow(max(0, after))
            file.retention = RetentionPeriod(begin: time, end: end.overflow ? .max : end.partialValue)
            set(file, path)
        case .removed(let path): set(nil, path)
        case .kept(let path, let content): kept[path] = content
        case .dropped(let path): kept[path] = nil
        case .closed: break
        }
    }

    private mutating func set(_ file: File?, _ path: String) {
        if let old = files[path] {
            byteCount &-= old.size
            if old.retention != nil { expiredByteCount &-= old.size }
        }
        files[path] = file
        guard let file else { return }
        byteCount &+= file.size
        if file.retention != nil { expiredByteCount &+= file.size }
    }
}

// Encoding.
extension Journal {
    /// The first line of every journal: format name and version.
    package static let header: [UInt8] = Array("sluice journal 1\n".utf8)
    private static let entriesPerRecord = 1000

    /// The end of a journal's bytes.
    package enum Ending: Sendable, Hashable {
        /// The last record is complete.
        case complete
        /// The last record is incomplete and begins at this offset.
        case torn(at: Int)
        /// The bytes at this offset are not a valid record, and valid records follow.
        case damaged(at: Int)
        /// A later version of the format wrote the journal.
        case foreign
    }

    /// Reads the records up to the first invalid one.
    package static func read(_ bytes: [UInt8]) -> (journal: Journal, ending: Ending) {
        var journal = Journal()
        guard bytes.starts(with: header) else {
            // The first write may have been interrupted, too.
            if header.starts(with: bytes) { return (journal, .torn(at: 0)) }
            let isOurs = bytes.starts(with: header.dropLast(2))
            return (journal, isOurs ? .foreign : .damaged(at: 0))
        }
        var offset = header.count
        while offset < bytes.count {
            switch JournalRecord.read(bytes, at: offset) {
            case .record(let record, let end):
                journal.apply(record)
                offset = end
            case .foreign: return (journal, .foreign)
            case .broken: return (journal, hasRecord(bytes, after: offset) ? .damaged(at: offset) : .torn(at: offset))
            }
        }
        return (journal, .complete)
    }

    /// Whether valid records follow the invalid one at `broken`. None follow an interrupted write.
    private static func hasRecord(_ bytes: [UInt8], after broken: Int) -> Bool {
        var checked = 0
        var offset = broken + 1
        // Limits the bytes that are checksummed to 256 MiB, whatever the file contains.
        while offset + JournalRecord.headerLength <= bytes.count, checked < 256 << 20 {
            if bytes[offset] == JournalRecord.mark[0], bytes[offset...].starts(with: JournalRecord.mark) {
                if case .record = JournalRecord.read(bytes, at: offset) { return true }
                checked += min(bytes.count - offset, JournalRecord.maximumLength)
            }
            offset += 1
        }
        return false
    }

    /// Returns a new journal with the same content in as few records as possible.
    package func compacted() -> [UInt8] {
        var entries: [JournalEntry] = []
        var bytes = Self.header
        func flush() {
            if entries.isEmpty { return }
            bytes += JournalRecord(time: lastTime, entries: entries).bytes
            entries.removeAll(keepingCapacity: true)
        }
        if let boot { entries.append(.opened(boot: boot, isSynced: isSynced)) }
        for (path, file) in files.sorted(by: { $0.key < $1.key }) {
            entries.append(
                file.isGrowing ? .grown(path: path, size: file.size) : .stored(path: path, size: file.size))
            if entries.count >= Self.entriesPerRecord { flush() }
        }
        for (path, content) in kept.sorted(by: { $0.key < $1.key }) {
            entries.append(.kept(path: path, content: content))
            if entries.count >= Self.entriesPerRecord { flush() }
        }
        flush()
        for (path, file) in files.sorted(by: { $0.key < $1.key }) {
            guard let departure = file.retention else { continue }
            // The period starts at the time of the record, so each such file needs a separate record.
            let after = departure.end.subtractingReportingOverflow(departure.begin)
            bytes +=
                JournalRecord(
                    time: departure.begin,
                    entries: [.scheduledRemoval(path: path, after: after.overflow ? .max : after.partialValue)]
                ).bytes
        }
        if isClosed { bytes += JournalRecord(time: lastTime, entries: [.closed]).bytes }
        return bytes
    }
}
