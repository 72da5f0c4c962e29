import Glibc
import Synchronization

/// The folder and journal of a download, locked for one process at a time.
package final class DownloadStore: Sendable {
    private struct State {
        var journal: DownloadJournal
        /// Finished locations whose bytes were verified during this run.
        var verified: Set<LocalPlace> = []
    }

    package let folder: OfflineFolder
    private let file: Int32
    private let state: Mutex<State>
    private static let name = "\(OfflineFolder.stateFolder)/journal"

    /// Opens the folder and reads its journal; throws if another process is downloading into it.
    package init(path: String) throws(AssetDownloadError) {
        let folder = try OfflineFolder(path: path)
        let file = try folder.open(Self.name, flags: O_RDWR | O_CREAT | O_APPEND)
        guard Self.lock(file) else {
            close(file)
            throw AssetDownloadError(.disk, "another download into '\(path)' is running")
        }
        self.folder = folder
        self.file = file
        do throws(AssetDownloadError) {
            let text = try folder.read(Self.name, limit: DownloadJournal.sizeLimit) ?? []
            let journal = DownloadJournal(reading: text)
            state = Mutex(State(journal: journal))
            if !DownloadJournal.isJournal(text) {
                guard ftruncate(file, 0) == 0 else { throw OfflineFolder.failure(Self.name, errno) }
                try append(DownloadJournal.header + "\n")
            } else if text.last != UInt8(ascii: "\n") {
                // Prevents an incomplete line after a crash from merging with the next one.
                try append("\n")
            }
        } catch {
            close(file)
            throw error
        }
    }

    deinit { close(file) }

    /// Locks the journal for this process. Retries, because another process holds the lock for microseconds to test it.
    private static func lock(_ file: Int32) -> Bool {
        for attempt in 0..<10 {
            if attempt > 0 { usleep(10_000) }
            if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
        }
        return false
    }

    /// Whether a process is downloading into the folder.
    static func isInUse(_ folder: OfflineFolder) -> Bool {
        guard let file = try? folder.open(name, flags: O_RDONLY) else { return false }
        defer { close(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0
    }

    /// Returns the journal of a folder without locking it; nil if it is missing or not a journal.
    static func journal(in folder: OfflineFolder) -> DownloadJournal? {
        guard let text = try? folder.read(name, limit: DownloadJournal.sizeLimit), DownloadJournal.isJournal(text)
        else { return nil }
        return DownloadJournal(reading: text)
    }

    /// Releases the lock, so that another process or task can download into the folder.
    package func release() { flock(file, LOCK_UN) }

    /// Removes a folder that did not exist before and into which nothing was fetched. Returns whether it was removed; the
    /// store can then not be used any more.
    func discardIfEmpty() -> Bool {
        guard state.withLock({ $0.journal.entries.isEmpty }) else { return false }
        return folder.removeNew(with: [Self.name, DownloadRecord.name])
    }

    /// The number of finished entries.
    package var finishedCount: Int { state.withLock { $0.journal.entries.values.count { $0.isFinished } } }

    /// Appends an entry to the journal.
    package func record(_ entry: DownloadJournal.Entry) throws(AssetDownloadError) {
        try append(entry.line)
        state.withLock { state in
            state.journal.insert(entry)
            if entry.isFinished { state.verified.insert(entry.place) }
        }
    }

    /// Returns the entry of a finished location from the same origin whose bytes are unchanged; nil if it must be
    /// fetched.
    package func finishedEntry(_ place: LocalPlace, origin: UInt64) -> DownloadJournal.Entry? {
        let (entry, isVerified) = state.withLock { ($0.journal[place], $0.verified.contains(place)) }
        guard let entry, entry.isFinished, entry.origin == origin else { return nil }
        if isVerified { return entry }
        guard digest(of: place, count: entry.count)?.value == entry.digest else {
            state.withLock { $0.journal.remove(place) }
            return nil
        }
        state.withLock { _ = $0.verified.insert(place) }
        return entry
    }

    /// Returns the entry of a partially fetched location and its digest so far; nil if it must be fetched from the
    /// start.
    package func resumableEntry(_ place: LocalPlace, origin: UInt64) -> (entry: DownloadJournal.Entry, digest: Digest)?
    {
        let entry = state.withLock { $0.journal[place] }
        guard let entry, !entry.isFinished, entry.origin == origin, entry.count > 0, entry.validator != nil,
            let digest = digest(of: place, count: entry.count), digest.value == entry.digest
        else { return nil }
        return (entry, digest)
    }

    /// Returns the digest of bytes on disk; nil if some are missing.
    private func digest(of place: LocalPlace, count: Int) -> Digest? {
        guard let file = try? folder.open(place.path, flags: O_RDONLY) else { return nil }
        defer { close(file) }
        var digest = Digest()
        var done = 0
        return withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 16) { buffer in
            while done < count {
                let needed = min(buffer.count, count - done)
                let read = pread(file, buffer.baseAddress, needed, off_t(place.offset + done))
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { return nil }
                digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<read]))
                done += read
            }
            return digest
        }
    }

    /// Writes each line with one system call, so that lines of several threads are not interleaved.
    private func append(_ line: String) throws(AssetDownloadError) {
        var line = line
        let isWritten = line.withUTF8 { write(file, $0.baseAddress, $0.count) == $0.count }
        guard isWritten else { throw OfflineFolder.failure(Self.name, errno) }
    }
}
