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
    /// Records to write before the next file.
    private var pending: [JournalEntry] = []
    private var hasRecords = false
    private var disk: DiskPolicy
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
            quota: options.diskQuota?.bytes, reserve: options.diskReserve.bytes, whenLow: options.whenDiskLow)
        writer = try FolderWriter(path: options.path)
        if options.journal { try openJournal() }
        updateFigures()
    }

    /// Carries out the action of a resource.
    func carryOut(_ resource: Resource) throws(StageError) {
        if resource.role == .record { return enqueueRecord(resource) }
        if resource.isRestored, isStored(resource) { return }
        try writePending()
        switch resource.action {
        case .store(let data):
            try announce(resource, size: data.count)
            try writer.store(data, at: resource.path, sync: sync == .segment)
        case .append(let data):
            growing[resource.path, default: 0] += data.count
            try announce(resource, size: growing[resource.path] ?? 0)
            try writer.append(data, to: resource.path)
        case .remove(let delay) where delay <= .zero:
            if file?.journal.files[resource.path] != nil { try appendToJournal([.removed(path: resource.path)]) }
            expiredFiles.cancel(resource.path)
            writer.remove(resource.path)
        case .remove(let delay):
            try appendToJournal([.scheduledRemoval(path: resource.path, after: delay.ticks(at: 1000, rounding: .up))])
            expiredFiles.add(resource.path, due: clock.now + delay.duration)
        }
        if resource.role == .segment { updateFigures() }
        if disk.isNeeded, resource.role == .segment { try watchDisk() }
    }

    /// Removes the files that are due for removal.
    func removeDue() throws(StageError) {
        let due = expiredFiles.removeAll(dueAt: clock.now)
        if !due.isEmpty { try remove(due) }
    }

    /// Returns and clears the pending requests and problems.
    func drainMessages() -> (requests: [UpstreamRequest], problems: [Problem]) {
        defer { (requests, problems) = ([], []) }
        return (requests, problems)
    }

    /// Publishes files that only grew so far and closes the journal.
    func finish() throws(StageError) {
        try writePending()
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
        var resumption = Resumption()
        switch file.found {
        case .nothing: break
        case .journal: resumption = try resume(file.journal, boot: boot, now: now)
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
        try appendToJournal([.opened(boot: boot, isSynced: sync != .none)])
        requests.append(.resume(resumption))
    }

    /// Whether the folder still has the file as the earlier run stored it.
    private func isStored(_ resource: Resource) -> Bool {
        guard case .store(let content) = resource.action, let known = file?.journal.files[resource.path] else {
            return false
        }
        return known.retention == nil && writer.size(of: resource.path) == content.count
    }

    /// Checks every file in the journal: intact files can be continued, others are removed.
    private func resume(_ journal: Journal, boot: String, now: Int64) throws(StageError) -> Resumption {
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
            guard let departure = entry.retention else {
                resumption.files[path] = size
                continue
            }
            // The system clock may have been set since; no file is retained longer than originally intended.
            let left = min(max(0, departure.end &- now), departure.end &- departure.begin)
            expiredFiles.add(path, due: clock.now + .milliseconds(left))
        }
        if !gone.isEmpty { try remove(gone.sorted()) }
        return resumption
    }

    private func enqueueRecord(_ resource: Resource) {
        guard file != nil else { return }
        switch resource.action {
        case .store(let data), .append(let data): pending.append(.kept(path: resource.path, content: data.bytes))
        case .remove: pending.append(.dropped(path: resource.path))
        }
    }

    private func writePending() throws(StageError) {
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
        let isPlaylist = resource.role == .mediaPlaylist || resource.role == .multivariantPlaylist
        if known?.retention != nil { expiredFiles.cancel(resource.path) }
        if isPlaylist, let known, known.retention == nil { return }
        if case .append = resource.action {
            try appendToJournal([.grown(path: resource.path, size: size)])
        } else {
            try appendToJournal([.stored(path: resource.path, size: isPlaylist ? 0 : size)])
        }
    }

    private func remove(_ paths: [String]) throws(StageError) {
        try appendToJournal(paths.map { .removed(path: $0) })
        for path in paths { writer.remove(path) }
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

    private func watchDisk() throws(StageError) {
        guard let file else { return }
        let decision = disk.decide(
            total: file.journal.byteCount, leaving: file.journal.expiredByteCount,
            free: disk.reserve > 0 ? writer.freeBytes : 0)
        if let failure = decision.failure {
            throw StageError(.unwritableOutput, "'\(path)' cannot be written to: \(failure)")
        }
        if decision.release > 0 { requests.append(.release(bytes: decision.release)) }
        reportLowSpace(decision)
        var freed = 0
        while freed < decision.removeEarly, let path = expiredFiles.removeFirst() {
            freed += file.journal.files[path]?.size ?? 0
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
