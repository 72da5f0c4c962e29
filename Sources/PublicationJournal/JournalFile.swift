import Glibc
import Synchronization
package import SystemFiles

/// A journal stored in a file next to the files that it describes. Several threads may append to it.
///
/// Records are appended. When the file has become much longer than its content requires, it is rewritten under a
/// temporary name and replaced by renaming.
package final class JournalFile: Sendable {
    package static let name = ".sluice-journal"
    private static let temporaryName = ".sluice-journal.part"
    /// The minimum length of a file that is rewritten, in bytes.
    private static let minimumRewriteLength = 256 << 10
    /// The maximum length of a journal, in bytes.
    private static let maximumLength = 1 << 30
    /// The maximum number of entries that are kept for the next record; beyond it, the file is replaced.
    private static let maximumUnwritten = 4096
    /// The space that is reserved for further records, in bytes, so that a full disk does not end the journal.
    private static let reserve = 256 << 10

    /// The file found under the journal's name.
    package enum Found: Hashable, Sendable {
        case nothing
        /// A journal, possibly with an incomplete last record.
        case journal
        /// A file that cannot be used and was renamed to `keptAs`.
        case unusable(why: String, keptAs: String)
    }

    private struct State {
        var journal = Journal()
        var descriptor: Int32 = -1
        var length = 0
        var lengthWhenNew = 0
        /// The length up to which space is reserved.
        var reserved = 0
        /// The records since a rewrite began; nil while there is none.
        var newRecords: [UInt8]?
        /// The entries that could not be written, and are written with the next record; `journal` contains them.
        var unwritten: [JournalEntry] = []
        /// Whether the next record replaces the file, because it has no descriptor or lacks too many entries.
        var needsRewrite = false
        /// The boot in force before ``markIncomplete(at:)``; nil if the journal is complete.
        var formerBoot: JournalEntry?
    }

    /// The file found when the journal was opened.
    package let found: Found
    private let folder: Int32
    private let state: Mutex<State>

    /// The current content.
    package var journal: Journal { state.withLock { $0.journal } }

    /// Opens or creates the journal in the folder with this descriptor. `time`, in milliseconds since 1970, is part of
    /// the name under which an unusable file is kept. A file that can be read but not written is no error: the next record
    /// writes it.
    package init(in parent: Int32, time: Int64) throws(SystemError) {
        // Opened separately: writers may outlive the caller, and a duplicated descriptor would retain its lock.
        let folder = try SystemError.check(openat(parent, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        let opened: (state: State, found: Found)
        do throws(SystemError) {
            opened = try Self.open(folder, time)
        } catch {
            close(folder)
            throw error
        }
        self.folder = folder
        found = opened.found
        state = Mutex(opened.state)
    }

    deinit {
        state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } }
        close(folder)
    }

    private static func open(_ folder: Int32, _ time: Int64) throws(SystemError) -> (State, Found) {
        var state = State()
        var found = Found.nothing
        var validLength: Int?
        if let bytes = try read(folder) {
            let (journal, ending) = Journal.read(bytes)
            switch ending {
            case .complete, .torn:
                state.journal = journal
                found = .journal
                validLength = if case .torn(let offset) = ending { offset } else { bytes.count }
            case .damaged(let offset): found = try setAside(folder, time, "is damaged at byte \(offset)")
            case .foreign: found = try setAside(folder, time, "was written by a later version")
            }
        }
        do throws(SystemError) {
            try rewrite(adding: nil, &state, in: folder)
        } catch {
            guard error.isOutOfSpace || error.isDeviceFailure else { throw error }
            // The file of the earlier run may have reserved space, so that this run's numbers are recorded nevertheless.
            state.needsRewrite = !reuse(validLength, &state, in: folder)
        }
        return (state, found)
    }

    /// Appends to the existing file, whose first `length` bytes are complete records. Returns whether that is possible.
    private static func reuse(_ length: Int?, _ state: inout State, in folder: Int32) -> Bool {
        guard let length, length >= Journal.header.count else { return false }
        let descriptor = openat(folder, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        var status = stat()
        guard fstat(descriptor, &status) == 0,
            // Truncating gives reserved space back, so it is done only if an incomplete record follows.
            Int(status.st_size) == length || ftruncate(descriptor, length) == 0,
            lseek(descriptor, length, SEEK_SET) == length
        else {
            close(descriptor)
            return false
        }
        (state.descriptor, state.length, state.lengthWhenNew) = (descriptor, length, length)
        return true
    }

    /// Appends a record. With `sync`, the record is on the disk when the call returns.
    ///
    /// A record that cannot be written leaves the file unchanged. With `keepsUnwritten`, ``journal`` contains its entries
    /// nevertheless, and the next record includes them.
    package func append(
        _ entries: [JournalEntry], at time: Int64, sync: Bool, keepsUnwritten: Bool = true
    ) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            let boot = state.formerBoot.map { [$0] } ?? []
            do throws(SystemError) {
                if state.needsRewrite {
                    try Self.rewrite(adding: JournalRecord(time: time, entries: boot + entries), &state, in: folder)
                } else {
                    try Self.append(JournalRecord(time: time, entries: boot + state.unwritten + entries), to: &state)
                }
            } catch {
                if keepsUnwritten { Self.keep(JournalRecord(time: time, entries: entries), in: &state) }
                throw error
            }
            (state.formerBoot, state.unwritten, state.needsRewrite) = (nil, [], false)
            if sync { try SystemError.check(fdatasync(state.descriptor)) }
        }
    }

    /// Records that further changes may be missing, after a record could not be written. The next record ends this
    /// state. The mark fits into the last block of the file even if the disk is full.
    package func markIncomplete(at time: Int64) {
        state.withLock { state in
            guard state.formerBoot == nil, let boot = state.journal.boot else { return }
            let former = JournalEntry.opened(boot: boot, isSynced: state.journal.isSynced)
            let mark = JournalRecord(time: time, entries: [.opened(boot: Journal.incompleteBoot, isSynced: false)])
            guard !state.needsRewrite, (try? Self.append(mark, to: &state)) != nil else { return }
            state.formerBoot = former
        }
    }

    /// Rewrites the file if it is much longer than its content requires. Other threads can append meanwhile.
    package func compactIfNeeded(sync: Bool) throws(SystemError) {
        let old: Journal? = state.withLock { state in
            guard state.length > max(Self.minimumRewriteLength, 4 * state.lengthWhenNew), state.newRecords == nil else {
                return nil
            }
            state.newRecords = []
            return state.journal
        }
        guard let old else { return }
        defer { state.withLock { $0.newRecords = nil } }
        let bytes = old.compacted()
        let fresh = try Self.create(bytes, in: folder)
        do throws(SystemError) {
            try state.withLock { state throws(SystemError) in
                // The file was replaced meanwhile.
                guard let rest = state.newRecords else { throw SystemError(code: EAGAIN) }
                try Self.write(rest, to: fresh)
                if sync { try SystemError.check(fdatasync(fresh)) }
                try Self.replace(in: folder)
                if sync { try SystemError.check(fsync(folder)) }
                close(state.descriptor)
                state.descriptor = fresh
                (state.length, state.lengthWhenNew, state.reserved) = (bytes.count + rest.count, bytes.count, 0)
            }
        } catch {
            close(fresh)
            unlinkat(folder, Self.temporaryName, 0)
            // The next attempt follows when the file is twice as long.
            state.withLock { $0.lengthWhenNew = $0.length / 2 }
            throw error
        }
        if !sync { try SystemError.check(fsync(folder)) }
    }
}

extension JournalFile {
    /// Keeps a record that could not be written, in memory.
    private static func keep(_ record: JournalRecord, in state: inout State) {
        state.journal.apply(record)
        if state.needsRewrite || state.unwritten.count + record.entries.count > maximumUnwritten {
            (state.unwritten, state.needsRewrite) = ([], true)
        } else {
            state.unwritten += record.entries
        }
    }

    /// Replaces the file by one with the current content and a further record.
    private static func rewrite(
        adding record: JournalRecord?, _ state: inout State, in folder: Int32
    ) throws(SystemError) {
        var next = state.journal
        if let record { next.apply(record) }
        let bytes = next.compacted()
        let fresh = try create(bytes, in: folder)
        do throws(SystemError) {
            try replace(in: folder)
            try SystemError.check(fsync(folder))
        } catch {
            close(fresh)
            unlinkat(folder, temporaryName, 0)
            throw error
        }
        if state.descriptor >= 0 { close(state.descriptor) }
        (state.journal, state.descriptor, state.newRecords) = (next, fresh, nil)
        (state.length, state.lengthWhenNew, state.reserved) = (bytes.count, bytes.count, 0)
    }

    private static func append(_ record: JournalRecord, to state: inout State) throws(SystemError) {
        let bytes = record.bytes
        if state.length + bytes.count + reserve / 2 > state.reserved {
            // Best effort: some file systems cannot reserve space.
            if FileSpace.reserve(reserve, at: state.length, of: state.descriptor) {
                state.reserved = state.length + reserve
            }
        }
        do throws(SystemError) {
            try write(bytes, to: state.descriptor)
        } catch {
            // An incomplete record would hide those after it.
            if ftruncate(state.descriptor, state.length) == 0 { lseek(state.descriptor, state.length, SEEK_SET) }
            state.reserved = state.length
            throw error
        }
        state.journal.apply(record)
        state.length += bytes.count
        state.newRecords?.append(contentsOf: bytes)
    }

    private static func read(_ folder: Int32) throws(SystemError) -> [UInt8]? {
        do throws(RegularFile.Failure) {
            return try RegularFile.read(name, in: folder, flags: O_RDONLY | O_NOFOLLOW, limit: maximumLength)
        } catch {
            if error.code == ENOENT { return nil }
            // A file this large is not a journal; any invalid content makes the caller move it aside.
            if error.code == EFBIG { return [0] }
            throw SystemError(error)
        }
    }

    /// Creates a file with these bytes, on the disk, under the temporary name.
    private static func create(_ bytes: [UInt8], in folder: Int32) throws(SystemError) -> Int32 {
        let fresh: Int32
        do throws(RegularFile.Failure) {
            fresh = try RegularFile.open(
                temporaryName, in: folder, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
        } catch {
            throw SystemError(error)
        }
        do throws(SystemError) {
            try write(bytes, to: fresh)
            // Without this, a power failure could leave an empty journal, or files without a journal.
            try SystemError.check(fsync(fresh))
        } catch {
            close(fresh)
            unlinkat(folder, temporaryName, 0)
            throw error
        }
        return fresh
    }

    private static func replace(in folder: Int32) throws(SystemError) {
        try SystemError.check(renameat(folder, temporaryName, folder, name))
    }

    private static func setAside(_ folder: Int32, _ time: Int64, _ why: String) throws(SystemError) -> Found {
        let other = "\(name).damaged-\(time)"
        try SystemError.check(renameat(folder, name, folder, other))
        return .unusable(why: why, keptAs: other)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let result = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + done, bytes.count - done) }
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw SystemError(code: errno) }
            done += result
        }
    }
}

/// Returns the boot ID of the kernel, which changes with each boot; empty if it is not available.
package func bootName() -> String {
    let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
        let count = read(descriptor, buffer.baseAddress!, buffer.count)
        return String(decoding: buffer[..<max(0, count)].prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    }
}
