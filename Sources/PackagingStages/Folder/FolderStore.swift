import PublicationJournal
import SystemFiles
import Glibc
import HLS
import Media
import StageKit

/// Stores resources in a folder and records them in a journal.
///
/// Every file is recorded before it is written, so the files of an interrupted run can be found without guessing names.
/// Records that belong to a playlist are written before the playlist is published.
final class FolderStore {
    private var writer: FolderWriter
    private var file: JournalFile?
    private let path: String
    private let sync: SyncPolicy
    private let clock: any MediaClock
    private var expiredFiles = ExpiredFiles<MonotonicTime>()
    /// Removals of files that playlists of the earlier run list.
    private var heldRemovals = HeldRemovals()
    /// The paths of these playlists.
    private var formerPlaylists: Set<String> = []
    /// Writes the records in the journal, for all sinks; nil without a journal.
    private var records: RecordWriter?
    /// The newest record to write before the next file; nil if there is none.
    private var ticket: RecordTicket?
    /// Records without a ticket of this folder, to write before the next file.
    private var pending: [JournalEntry] = []
    private var hasRecords = false
    private var disk: DiskPolicy
    /// Whether the reserve is not an option, so that a run that uses it up does not fail before the disk is full.
    private let hasDefaultReserve: Bool
    /// The sizes of growing files in bytes.
    private var growing: [String: Int] = [:]
    private var isLow = false
    private var isShort = false
    /// Pending requests to upstream stages.
    private(set) var requests: [UpstreamRequest] = []
    private(set) var problems: [Problem] = []
    private let figures: DiskFigures

    /// Opens the folder and loads the state of an earlier run.
    init(
        options: StoreInFolder.Options, clock: any MediaClock, figures: StageFigures = StageFigures()
    ) throws(StageError) {
        self.figures = DiskFigures(figures, folder: options.path, quota: options.diskQuota?.bytes)
        path = options.path
        sync = options.sync
        self.clock = clock
        disk = DiskPolicy(
            quota: options.diskQuota?.bytes, reserve: options.diskReserve?.bytes ?? 0, whenLow: options.whenDiskLow)
        hasDefaultReserve = options.diskReserve == nil
        writer = try FolderWriter(path: options.path)
        if hasDefaultReserve { disk.reserve = DiskPolicy.defaultReserve(capacity: writer.capacity) }
        if options.journal { try openJournal() }
        updateFigures()
    }

    /// Carries out the action of a resource.
    func carryOut(_ resource: Resource) throws(StageError) {
        if resource.role == .record { return enqueueRecord(resource) }
        if isDone(resource) { return }
        if heldRemovals.hold(resource) { return }
        try writePending()
        try change(resource)
        if resource.role.isPlaylist, writer.size(of: resource.path) == nil || !expiredFiles.contains(resource.path) {
            try playlistChanged(resource.path)
        }
        if resource.role == .segment { updateFigures() }
        if disk.isNeeded, resource.role == .segment { try watchDisk() }
    }

    private func change(_ resource: Resource) throws(StageError) {
        switch resource.action {
        case .store(let data):
            try announce(resource, size: data.count)
            try writer.store(data, at: resource.path, sync: sync == .segment)
        case .append(let data):
            let offset = resource.segment?.byteRange?.lowerBound
            growing[resource.path] = (offset ?? growing[resource.path] ?? 0) + data.count
            try announce(resource, size: growing[resource.path] ?? 0)
            try writer.append(data, to: resource.path, at: offset)
        case .remove(let delay) where delay <= .zero:
            expiredFiles.cancel(resource.path)
            writer.remove(resource.path)
            if file?.journal.files[resource.path] != nil { try appendToJournal([.removed(path: resource.path)]) }
        case .remove(let delay):
            expiredFiles.cancel(resource.path)
            expiredFiles.add(resource.path, due: clock.now + delay.duration)
            try appendToJournal([.scheduledRemoval(path: resource.path, after: delay.ticks(at: 1000, rounding: .up))])
        }
    }

    /// Carries out the removals that waited for the replacement or removal of a playlist of the earlier run.
    private func playlistChanged(_ path: String) throws(StageError) {
        for removal in heldRemovals.replace(path) { try change(removal) }
    }

    /// Removes the files that are due for removal.
    func removeDue() throws(StageError) {
        let due = expiredFiles.removeAll(dueAt: clock.now)
        if !due.isEmpty { try remove(due) }
        // The journal remains as it is if there is no space for a new one.
        try? file?.compactIfNeeded(sync: sync != .none)
    }

    /// Returns and clears the pending requests and problems.
    func drainMessages() -> (requests: [UpstreamRequest], problems: [Problem]) {
        defer { (requests, problems) = ([], []) }
        return (requests, problems)
    }

    /// Whether the path of the folder leads to another one, or to none.
    var isReplaced: Bool { writer.isReplaced }

    /// The size of a file in bytes; nil if there is none.
    func size(of path: String) -> Int? { writer.size(of: path) }

    /// Whether the file receives further bytes, and may not be visible yet.
    func isGrowing(_ path: String) -> Bool { growing[path] != nil }

    /// Records that a file could not be written.
    func forget(_ path: String) {
        guard file?.journal.files[path] != nil else { return }
        try? appendToJournal([.removed(path: path)])
    }

    /// Takes over the files and records of another folder that this one replaces. Returns the paths of the files that are
    /// on another file system.
    func adopt(_ other: FolderStore) -> [String] {
        var missing: [String] = []
        for (path, record) in other.file?.journal.kept ?? [:] { pending.append(.kept(path: path, content: record)) }
        pending += other.pending
        for (path, known) in other.file?.journal.files ?? [:] where known.retention == nil {
            guard writer.adopt(path, from: other.writer) else {
                missing.append(path)
                continue
            }
            let entry: JournalEntry =
                known.isGrowing ? .grown(path: path, size: known.size) : .stored(path: path, size: known.size)
            pending.append(entry)
        }
        return missing
    }

    /// Removes the folder if it did not exist before the run and neither a file nor a record was stored.
    func discardUnused() {
        if let journal = file?.journal, !(journal.files.isEmpty && journal.kept.isEmpty) { return }
        writer.removeNewFolders(with: JournalFile.name)
    }

    /// Publishes files that only grew so far and closes the journal.
    func finish() throws(StageError) {
        try writePending()
        try records?.commitAll()
        records?.close()
        try appendToJournal([.closed], sync: hasRecords && sync != .none)
        try writer.finish()
    }
}

// Journal.
extension FolderStore {
    private func openJournal() throws(StageError) {
        let reading = clock.reading
        let now = reading.wall.milliseconds
        guard writer.lock() else {
            throw StageError(
                .unwritableOutput,
                "another run writes to '\(path)'; stop it, use another folder, or set journal: false")
        }
        let file: JournalFile
        do throws(SystemError) {
            file = try JournalFile(in: writer.folder, time: now)
        } catch {
            throw StageError(.unwritableOutput, "the journal '\(path)/\(JournalFile.name)' cannot be written: \(error)")
        }
        self.file = file
        let boot = bootName()
        let listing = FolderListing(of: writer.folder, beside: file.journal)
        formerPlaylists = Set(listing.playlists.keys)
        let listed = ListedNames(listing.playlists.filter { file.journal.files[$0.key] != nil })
        var resumption = Resumption()
        switch file.found {
        case .nothing: break
        case .journal: resumption = try resume(file.journal, listed: listed, boot: boot, now: now)
        case .unusable(let why, let keptAs):
            resumption.earlier = .damaged
            problems.append(
                Problem(
                    .warning, code: "journal-damaged",
                    message: "the journal in '\(path)' \(why), so nothing is continued; it is kept as \(keptAs)"))
        }
        (resumption.unrecorded, resumption.playlists) = (listing.unrecorded, listing.playlists)
        if resumption.records.isEmpty, let newest = listing.newest {
            resumption.lastRecorded = max(resumption.lastRecorded, newest)
            // Files written before the machine was booted may be missing or incomplete.
            resumption.mayLackFiles = newest < reading.date(at: .zero).milliseconds
        }
        resumption.content = EarlierRunFiles(writer.folder).content
        let records = makeRecordWriter(file)
        self.records = records
        resumption.recordWriter = records
        do throws(StageError) {
            try appendToJournal([.opened(boot: boot, isSynced: sync != .none)])
        } catch {
            // The first file reports this. The numbers of the earlier run are known and continue.
            guard error.persistence != .permanent else { throw error }
            // Other sinks publish names that a later run would use again.
            resumption.lacksRecords = file.found == .nothing && resumption.unrecorded.isEmpty
        }
        requests.append(.resume(resumption))
    }

    /// Whether the folder still has the file as the earlier run stored it, or as it scheduled its removal.
    func isDone(_ resource: Resource) -> Bool {
        guard resource.isRestored, let known = file?.journal.files[resource.path] else { return false }
        return switch resource.action {
        case .store(let content): known.retention == nil && writer.size(of: resource.path) == content.count
        case .append: false
        case .remove: known.retention != nil
        }
    }

    /// Checks every file in the journal: intact files can be continued, others are removed.
    private func resume(
        _ journal: Journal, listed: ListedNames, boot: String, now: Int64
    ) throws(StageError) -> Resumption {
        var resumption = Resumption(earlier: .complete, lastRecorded: journal.lastTime, records: journal.kept)
        if boot != journal.boot, !journal.isSynced, !journal.isClosed { resumption.earlier = .mayLackNewest }
        if journal.boot == nil { resumption.earlier = .none }
        hasRecords = !journal.kept.isEmpty
        var gone: [String] = []
        for (path, entry) in journal.files {
            writer.removeTemporary(path)
            // Playlists are recorded without their size.
            let isAnySize = entry.size == 0 || entry.isGrowing
            guard let size = writer.size(of: path), isAnySize || entry.size == size else {
                gone.append(path)
                continue
            }
            // The playlist without this file may not have been written.
            guard let departure = entry.retention, !listed.contains(path) else {
                resumption.files[path] = size
                continue
            }
            // The system clock may have been set since; no file is retained longer than originally intended.
            let left = min(max(0, departure.end &- now), departure.end &- departure.begin)
            expiredFiles.add(path, due: clock.now + .milliseconds(left))
            // The whole period, since the playlists of other sinks may still have listed the file after those in the folder.
            if left > 0 { resumption.retained[path] = .milliseconds(departure.end &- departure.begin) }
        }
        // The journal contains the removals even if it cannot be written yet.
        if !gone.isEmpty { try? remove(gone.sorted()) }
        return resumption
    }

    /// Returns a writer whose records other sinks may write before this one receives them.
    private func makeRecordWriter(_ file: JournalFile) -> RecordWriter {
        RecordWriter { [path, sync, clock] changes throws(StageError) in
            let entries = changes.map { change in
                change.content.map { JournalEntry.kept(path: change.path, content: $0) } ?? .dropped(path: change.path)
            }
            do throws(SystemError) {
                // The writer keeps the changes until they are written.
                try file.append(
                    entries, at: clock.wallTime.milliseconds, sync: sync != .none, keepsUnwritten: false)
            } catch {
                file.markIncomplete(at: clock.wallTime.milliseconds)
                throw StageError(
                    .unwritableOutput, "the journal '\(path)/\(JournalFile.name)' cannot be written: \(error)"
                ).with(FolderWriter.persistence(error))
            }
        }
    }

    private func enqueueRecord(_ resource: Resource) {
        if let ticket = resource.ticket { self.ticket = ticket }
        // The writer of another folder does not write in this journal.
        guard file != nil, resource.ticket == nil || resource.ticket?.writer !== records else { return }
        switch resource.action {
        case .store(let data), .append(let data): pending.append(.kept(path: resource.path, content: data.bytes))
        case .remove: pending.append(.dropped(path: resource.path))
        }
    }

    private func writePending() throws(StageError) {
        if let ticket {
            try ticket.commit()
            (hasRecords, self.ticket) = (true, nil)
        }
        if pending.isEmpty { return }
        hasRecords = true
        let entries = pending
        pending = []
        try appendToJournal(entries, sync: sync != .none)
    }

    /// Records that a file is about to be written. Playlists are recorded only once, because they change all the time.
    private func announce(_ resource: Resource, size: Int) throws(StageError) {
        guard let file else { return }
        let known = file.journal.files[resource.path]
        let isPlaylist = resource.role.isPlaylist
        if known?.retention != nil { expiredFiles.cancel(resource.path) }
        if isPlaylist, let known, known.retention == nil { return }
        if case .append = resource.action {
            try appendToJournal([.grown(path: resource.path, size: size)])
        } else {
            try appendToJournal([.stored(path: resource.path, size: isPlaylist ? 0 : size)])
        }
    }

    /// Removes files. Before the journal is written, because a full disk may have no space for that.
    private func remove(_ paths: [String]) throws(StageError) {
        for path in paths { writer.remove(path) }
        try appendToJournal(paths.map { .removed(path: $0) })
        for path in paths where formerPlaylists.contains(path) { try playlistChanged(path) }
    }

    private func appendToJournal(_ entries: [JournalEntry], sync: Bool = false) throws(StageError) {
        do throws(SystemError) {
            try file?.append(entries, at: clock.wallTime.milliseconds, sync: sync)
        } catch {
            throw writer.failure(JournalFile.name, error)
        }
    }
}

// Disk space.
extension FolderStore {
    private func updateFigures() { figures.update(free: writer.freeBytes, used: file?.journal.byteCount) }

    /// The total size of the files, which is unknown without a journal, and that of the files awaiting removal, in bytes.
    private var sizes: (total: Int, leaving: Int) {
        if let journal = file?.journal { return (journal.byteCount, journal.expiredByteCount) }
        return (0, expiredFiles.paths.reduce(0) { $0 + (writer.size(of: $1) ?? 0) })
    }

    /// The error for a file of this size if storing it would use up the reserve or the quota; nil if there is space.
    func shortage(adding size: Int) -> StageError? {
        let (total, leaving) = sizes
        let free = disk.reserve > 0 ? writer.freeBytes : .max
        guard let reason = disk.obstacle(adding: size, total: total, leaving: leaving, free: free) else { return nil }
        return StageError(.unwritableOutput, "'\(path)' cannot be written to: \(reason)").with(.outOfSpace)
    }

    /// Frees space according to the policy.
    func watchDisk() throws(StageError) {
        let (total, leaving) = sizes
        let decision = disk.decide(
            total: total, leaving: leaving, free: disk.reserve > 0 ? writer.freeBytes : 0)
        if let failure = decision.failure, disk.whenLow == .fail || !hasDefaultReserve || disk.quota != nil {
            throw StageError(.unwritableOutput, "'\(path)' cannot be written to: \(failure)")
                .with(disk.whenLow == .fail ? .ending : .outOfSpace)
        }
        if decision.release > 0 { requests.append(.release(bytes: decision.release)) }
        reportLowSpace(decision)
        var freed = 0
        while freed < decision.removeEarly, let path = expiredFiles.removeFirst() {
            freed += file?.journal.files[path]?.size ?? writer.size(of: path) ?? 0
            try remove([path])
        }
    }

    /// Reports once that disk space is low, and once that files are removed early.
    private func reportLowSpace(_ decision: DiskPolicy.Decision) {
        if decision.release > 0, !isLow {
            problems.append(
                Problem(
                    .warning, code: "disk-low",
                    message:
                        "'\(path)': disk space is low; live playlists list fewer segments "
                        + "from now on, at least three target durations"))
        }
        if decision.removeEarly > 0, !isShort {
            problems.append(
                Problem(
                    .warning, code: "removed-early",
                    message: "'\(path)': disk space is used up; removing files that players may still request"))
        }
        isLow = decision.release > 0 || isLow
        isShort = decision.removeEarly > 0
    }
}
