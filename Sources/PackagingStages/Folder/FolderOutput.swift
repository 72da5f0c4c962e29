import HLS
import Media
import StageKit

/// An output folder that a live run continues without while it does not accept files.
///
/// Segments that cannot be written are left out and listed as gaps. Playlists and initialization segments are written
/// again as soon as that is possible. If the folder is moved away, removed or replaced, a new one is written, like after
/// a restart.
final class FolderOutput {
    private let options: StoreInFolder.Options
    private let context: StageContext
    private var store: FolderStore
    private var outage: FolderOutage?
    private var missing = MissingFiles()
    /// The newest playlists and the initialization segments, by path or by path and offset, for a folder that lacks them.
    private var retained: [String: Resource] = [:]
    /// The keys of the retained resources that the folder lacks.
    private var outdated: Set<String> = []
    /// Removals that follow when the folder can be changed and its playlists are up to date.
    private var removals: [Resource] = []
    /// The playlists whose files were found in the folder.
    private var verified: Set<String> = []
    /// Paths of files that could not be written since the last call of ``drainWithheld()``.
    private var withheld: Set<String> = []
    private var missedFiles = 0
    private var hasStored = false
    private var hasReplacedFolder = false

    /// Opens the folder and loads the state of an earlier run.
    init(options: StoreInFolder.Options, context: StageContext) throws(StageError) {
        (self.options, self.context) = (options, context)
        store = try FolderStore(options: options, clock: context.clock, figures: context.figures)
    }

    private var now: MonotonicTime { context.clock.now }

    /// Carries out the action of a resource. Throws errors that end the run.
    func carryOut(_ resource: Resource) throws(StageError) {
        if resource.role == .record { return try store.carryOut(resource) }
        retain(resource)
        // What the folder has needs no space.
        if store.isDone(resource) { return }
        if let outage, !outage.permits(resource, at: now) { return miss(resource) }
        // Players request what the former playlist lists. The retention period begins when it is replaced.
        if case .remove = resource.action, lacksPlaylist { return miss(resource) }
        do throws(StageError) {
            try replaceFolder()
            try requireSpace(for: resource)
            try storeOutdated { $0.role == .initialization }
            try store.carryOut(marked(resource))
        } catch {
            guard context.tolerance.continues(after: error, hasWorked: hasStored) else { throw error }
            failed(error, resource)
            return
        }
        stored(resource)
    }

    /// Removes the files that are due for removal.
    func removeDue() throws(StageError) {
        do throws(StageError) {
            try store.removeDue()
        } catch {
            guard context.tolerance.continues(after: error, hasWorked: hasStored) else { throw error }
        }
    }

    /// Returns and clears the pending requests and problems.
    func drainMessages() -> (requests: [UpstreamRequest], problems: [Problem]) {
        var (requests, problems) = store.drainMessages()
        // The playlists continue those of this run, not those that a replaced folder contains.
        if hasReplacedFolder { requests.removeAll { if case .resume = $0 { true } else { false } } }
        return (requests, problems)
    }

    /// Returns and clears the paths of files that could not be written.
    func drainWithheld() -> Set<String> {
        defer { withheld = [] }
        return withheld
    }

    /// Removes a new folder without content.
    func discardUnused() { store.discardUnused() }

    /// Completes the folder. Reports an error if it lacks the end of the presentation.
    func finish() throws(StageError) {
        do throws(StageError) {
            if outage != nil || !outdated.isEmpty {
                try replaceFolder()
                try storeOutdated { _ in true }
            }
            removeMissed()
            try store.finish()
            if outage != nil { recovered() }
        } catch {
            guard context.tolerance.continues(after: error, hasWorked: hasStored) else { throw error }
            context.report(
                Problem(
                    .error, code: ProblemCode.outputIncomplete,
                    message: "\(error); the folder lacks the end of the presentation and \(Self.files(missedFiles))"))
        }
    }
}

// Outages.
extension FolderOutput {
    private func failed(_ error: StageError, _ resource: Resource) {
        if outage == nil {
            outage = FolderOutage(error, at: now)
            missedFiles = 0
            context.reportWarning(
                ProblemCode.outputFailed, "\(error); this output is retried, and the other outputs continue")
        } else {
            outage?.failed(error, at: now)
        }
        if FolderOutage.isMedia(resource), case .store(let content) = resource.action,
            store.size(of: resource.path) == content.count
        {
            // The file was stored, and its journal or the policy for low space failed.
            return
        }
        if case .store = resource.action { store.forget(resource.path) }
        miss(resource)
    }

    /// Records that the folder lacks a resource.
    private func miss(_ resource: Resource) {
        if case .remove = resource.action {
            removals.append(resource)
            return
        }
        let key = Self.key(resource)
        if retained[key] != nil { outdated.insert(key) }
        guard FolderOutage.isMedia(resource) || resource.role == .initialization else { return }
        missing.insert(resource.path, resource.segment?.byteRange)
        if FolderOutage.isMedia(resource) {
            withheld.insert(resource.path)
            missedFiles += 1
        }
    }

    private func stored(_ resource: Resource) {
        if case .remove = resource.action { return }
        hasStored = hasStored || FolderOutage.isMedia(resource)
        missing.remove(resource.path, resource.segment?.byteRange)
        outdated.remove(Self.key(resource))
        if outage?.ends(with: resource) == true { recovered() }
        if outage == nil, !outdated.isEmpty { try? storeOutdated { _ in true } }
        removeMissed()
    }

    /// Whether the folder has a former state of a playlist.
    private var lacksPlaylist: Bool {
        outdated.contains { retained[$0].map { $0.role != .initialization && $0.role != .metadata } ?? false }
    }

    private func removeMissed() {
        guard !removals.isEmpty, !lacksPlaylist else { return }
        let due = removals
        removals = []
        for removal in due { try? store.carryOut(removal) }
    }

    private func recovered() {
        guard let since = outage?.since else { return }
        outage = nil
        let seconds = Int((now - since).seconds.rounded(.up))
        context.report(
            Problem(
                .note, code: ProblemCode.outputRecovered,
                message:
                    "'\(options.path)' is written again after \(seconds) s; its playlists list \(Self.files(missedFiles)) "
                    + "that could not be written as gaps"))
    }

    /// Stores retained resources that the folder lacks, initialization segments first.
    private func storeOutdated(_ isIncluded: (Resource) -> Bool) throws(StageError) {
        guard !outdated.isEmpty else { return }
        let resources = outdated.sorted().compactMap { key in retained[key].map { (key, $0) } }
        for isInitialization in [true, false] {
            for (key, resource) in resources
            where (resource.role == .initialization) == isInitialization && isIncluded(resource) {
                try store.carryOut(marked(resource))
                outdated.remove(key)
                missing.remove(resource.path, resource.segment?.byteRange)
            }
        }
        if outdated.allSatisfy({ retained[$0] == nil }) { outdated = [] }
    }

    /// Throws if a live run would use up the space that its playlists and the journal need.
    private func requireSpace(for resource: Resource) throws(StageError) {
        let size = resource.byteCount
        guard FolderOutage.isMedia(resource), store.shortage(adding: size) != nil, context.tolerance.isPermitted else {
            return
        }
        try store.watchDisk()
        if let shortage = store.shortage(adding: size) { throw shortage }
    }

    private func retain(_ resource: Resource) {
        if case .remove = resource.action {
            missing.remove(resource.path)
            for key in retained.keys where retained[key]?.path == resource.path {
                retained[key] = nil
                outdated.remove(key)
            }
        } else if !FolderOutage.isMedia(resource) {
            retained[Self.key(resource)] = resource
        }
    }

    private static func key(_ resource: Resource) -> String {
        resource.path + (resource.segment?.byteRange.map { "@\($0.lowerBound)" } ?? "")
    }

    private static func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
}

// A folder that was moved away, removed or replaced.
extension FolderOutput {
    private func replaceFolder() throws(StageError) {
        guard store.isReplaced, context.tolerance.isPermitted else { return }
        let other = try FolderStore(options: options, clock: context.clock, figures: context.figures)
        let left = other.adopt(store)
        for path in left { missing.insert(path) }
        store = other
        hasReplacedFolder = true
        (verified, outdated) = ([], Set(retained.keys))
        context.reportWarning(
            "folder-replaced",
            "'\(options.path)' was moved, removed or replaced during the run; the presentation continues in the new "
                + "folder" + (left.isEmpty ? "" : ", which lists \(Self.files(left.count)) of the former one as gaps"))
    }
}

// Gaps in playlists.
extension FolderOutput {
    /// Returns a playlist with gaps in place of the files that the folder lacks; other resources are unchanged.
    private func marked(_ resource: Resource) -> Resource {
        guard resource.role == .mediaPlaylist, case .store(let text) = resource.action else { return resource }
        let isNew = verified.insert(resource.path).inserted && context.tolerance.isPermitted
        guard isNew || !missing.isEmpty, let playlist = Self.playlist(resource, text) else { return resource }
        if isNew { verify(playlist, at: resource.path) }
        guard !missing.isEmpty else { return resource }
        let result = playlist.markingGaps { uri, range in
            MissingFiles.path(of: uri, in: resource.path).map { missing.contains($0, range) } ?? false
        }
        guard result != playlist else { return resource }
        return Resource(
            path: resource.path, role: resource.role, contentType: resource.contentType, content: result)
    }

    /// Finds the listed files that the folder lacks, once for each playlist.
    private func verify(_ playlist: DeliverablePlaylist, at path: String) {
        var sizes: [String: Int] = [:]
        _ = playlist.markingGaps { uri, range in
            guard let file = MissingFiles.path(of: uri, in: path) else { return false }
            let size = sizes[file] ?? store.size(of: file) ?? -1
            sizes[file] = size
            if size < 0, !store.isGrowing(file) { missing.insert(file) }
            return false
        }
    }

    private static func playlist(_ resource: Resource, _ text: ByteRope) -> DeliverablePlaylist? {
        if let value = resource.content(as: DeliverablePlaylist.self) { return value }
        guard let parsed = try? Playlist.parse(text.bytes, tolerance: .tolerant).playlist else { return nil }
        return DeliverablePlaylist(separating: parsed)
    }
}
