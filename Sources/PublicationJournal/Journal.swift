/// What is known of the files of an output and of the stages that made them, as a journal's records tell it.
///
/// A value: records change it, and it can be written anew as the records that say the same in fewer words, so that a
/// journal stays as small as what it tells of. Who has the bytes in a file is another matter.
package struct Journal: Sendable, Hashable {
    /// A file that was written.
    package struct File: Sendable, Hashable {
        /// In bytes.
        package var size: Int
        /// Whether more may be added at its end; then it may also be shorter than its size.
        package var isGrowing = false
        /// When it was decided that it goes and when it may, in milliseconds since 1970; nil while it stays.
        package var departure: Departure?

        package init(size: Int, isGrowing: Bool = false, departure: Departure? = nil) {
            self.size = size
            self.isGrowing = isGrowing
            self.departure = departure
        }
    }

    /// A time in which a file that left the playlists stays.
    package struct Departure: Sendable, Hashable {
        package var begin: Int64
        package var end: Int64

        package init(begin: Int64, end: Int64) {
            self.begin = begin
            self.end = end
        }
    }

    /// Files by path.
    package private(set) var files: [String: File] = [:]
    /// What stages want back, by path.
    package private(set) var kept: [String: [UInt8]] = [:]
    /// The sizes of all files together, in bytes.
    package private(set) var byteCount = 0
    /// The sizes of the files that are about to go, in bytes.
    package private(set) var leavingByteCount = 0
    /// When something was last written down, in milliseconds since 1970; 0 before anything was.
    package private(set) var lastTime: Int64 = 0
    /// How the last run began; nil before the first.
    package private(set) var boot: String?
    package private(set) var isSynced = false
    /// Whether the last run ended in good order.
    package private(set) var isClosed = false

    package init() {}

    /// Takes up what a record tells.
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
        case .leaving(let path, let after):
            guard var file = files[path] else { return }
            let end = time.addingReportingOverflow(max(0, after))
            file.departure = Departure(begin: time, end: end.overflow ? .max : end.partialValue)
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
            if old.departure != nil { leavingByteCount &-= old.size }
        }
        files[path] = file
        guard let file else { return }
        byteCount &+= file.size
        if file.departure != nil { leavingByteCount &+= file.size }
    }
}

// Bytes.
extension Journal {
    /// What every journal begins with: a name and the version.
    package static let header: [UInt8] = Array("sluice journal 1\n".utf8)
    private static let entriesPerRecord = 1000

    /// How the bytes of a journal end.
    package enum Ending: Sendable, Hashable {
        /// With a whole record.
        case whole
        /// With a record that was not written to its end; what counts ends at this offset.
        case torn(at: Int)
        /// There is something else at this offset than what was written.
        case damaged(at: Int)
        /// A later version wrote it.
        case foreign
    }

    /// Reads a journal as far as it is whole.
    package static func read(_ bytes: [UInt8]) -> (journal: Journal, ending: Ending) {
        var journal = Journal()
        guard bytes.starts(with: header) else {
            // The first write may have been cut off as well.
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
        return (journal, .whole)
    }

    /// Whether whole records follow a broken one, which an end that was cut off does not have.
    private static func hasRecord(_ bytes: [UInt8], after broken: Int) -> Bool {
        var checked = 0
        var offset = broken + 1
        // Checksums of so many bytes at most, whatever stands there.
        while offset + JournalRecord.headerLength <= bytes.count, checked < 256 << 20 {
            if bytes[offset] == JournalRecord.mark[0], bytes[offset...].starts(with: JournalRecord.mark) {
                if case .record = JournalRecord.read(bytes, at: offset) { return true }
                checked += min(bytes.count - offset, JournalRecord.longest)
            }
            offset += 1
        }
        return false
    }

    /// The records that say what this journal says and nothing else, as the bytes of a new one.
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
            guard let departure = file.departure else { continue }
            // Times are those of the record, so that each departure has one of its own.
            let after = departure.end.subtractingReportingOverflow(departure.begin)
            bytes +=
                JournalRecord(
                    time: departure.begin,
                    entries: [.leaving(path: path, after: after.overflow ? .max : after.partialValue)]
                ).bytes
        }
        if isClosed { bytes += JournalRecord(time: lastTime, entries: [.closed]).bytes }
        return bytes
    }
}
