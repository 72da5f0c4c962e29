import Glibc
package import SystemFiles

/// A journal stored in a file next to the files that it describes.
///
/// Records are appended. When the file has become much longer than its content requires, it is rewritten under a
/// temporary name and replaced by renaming.
package final class JournalFile {
    package static let name = ".sluice-journal"
    private static let temporaryName = ".sluice-journal.part"
    /// The minimum length of a file that is rewritten, in bytes.
    private static let minimumRewriteLength = 256 << 10
    /// The maximum length of a journal, in bytes.
    private static let maximumLength = 1 << 30

    /// The file found under the journal's name.
    package enum Found: Hashable {
        case nothing
        /// A journal, possibly with an incomplete last record.
        case journal
        /// A file that cannot be used and was renamed to `keptAs`.
        case unusable(why: String, keptAs: String)
    }

    package private(set) var journal = Journal()
    /// The file found when the journal was opened.
    package private(set) var found = Found.nothing
    private let folder: Int32
    private var descriptor: Int32 = -1
    private var length = 0
    private var lengthWhenNew = 0

    /// Opens or creates the journal in the folder with this descriptor, which must stay open longer than the journal.
    /// `time`, in milliseconds since 1970, is part of the name under which an unusable file is kept.
    package init(in folder: Int32, time: Int64) throws(SystemError) {
        self.folder = folder
        if let bytes = try Self.read(folder) {
            let (journal, ending) = Journal.read(bytes)
            switch ending {
            case .complete, .torn:
                self.journal = journal
                found = .journal
            case .damaged(let offset): found = try Self.setAside(folder, time, "is damaged at byte \(offset)")
            case .foreign: found = try Self.setAside(folder, time, "was written by a later version")
            }
        }
        try rewrite()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Appends a record. With `sync`, the record is on the disk when the call returns.
    package func append(_ entries: [JournalEntry], at time: Int64, sync: Bool) throws(SystemError) {
        let record = JournalRecord(time: time, entries: entries)
        journal.apply(record)
        let bytes = record.bytes
        try Self.write(bytes, to: descriptor)
        length += bytes.count
        if length > max(Self.minimumRewriteLength, 4 * lengthWhenNew) { try rewrite() }
        if sync { try SystemError.check(fdatasync(descriptor)) }
    }

    private func rewrite() throws(SystemError) {
        let bytes = journal.compacted()
        let fresh = try Self.create(in: folder)
        do throws(SystemError) {
            try Self.write(bytes, to: fresh)
            // Without this, a power failure could leave an empty journal, or files without a journal.
            try SystemError.check(fsync(fresh))
            try SystemError.check(renameat(folder, Self.temporaryName, folder, Self.name))
            try SystemError.check(fsync(folder))
        } catch {
            close(fresh)
            throw error
        }
        if descriptor >= 0 { close(descriptor) }
        descriptor = fresh
        length = bytes.count
        lengthWhenNew = bytes.count
    }
}

extension JournalFile {
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

    private static func create(in folder: Int32) throws(SystemError) -> Int32 {
        do throws(RegularFile.Failure) {
            return try RegularFile.open(
                temporaryName, in: folder, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
        } catch {
            throw SystemError(error)
        }
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
