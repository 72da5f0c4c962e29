import ContentKeys
import HTTPServer
import Media
import StageKit

/// All resources of an origin, by presentation.
///
/// A value type: the current time is passed in, and the resources whose held requests must be re-evaluated are
/// returned.
struct OriginStore: Sendable {
    private(set) var presentations: [String: OriginPresentation] = [:]
    /// The presentations whose requests wait for the first playlist, by name.
    var reservations: [String: PresentationReservation] = [:]
    /// Whether the server ends, so that requests for a first playlist no longer wait.
    private(set) var isClosing = false
    /// Whether further presentations follow, so that requests for unknown ones wait.
    var isStarting = false
    /// The maximum time of these requests.
    static let startLimit = Duration.seconds(10)
    private(set) var memory: MemoryLimit
    /// Makes entity tags differ between runs of an origin at the same URL.
    let epoch: UInt32
    private let spill: SpillFolder?
    /// The hls.js build for the player page; nil for none.
    var playerScript: ByteSlice?
    /// The records of presentations that were removed, whose numbers a later one of that name continues.
    var removedRecords: [String: RemovedRecords] = [:]
    /// The header fields that every response carries; nil if the server adds them to each response.
    var commonFields: [(name: String, value: String)]?
    private var lastNumber = 0
    private var nextDue = MonotonicTime.distantFuture
    /// The number of resources dropped because memory and disk were full.
    private(set) var dropped = 0

    init(memory: Int, spill: SpillFolder?, epoch: UInt32) {
        self.memory = MemoryLimit(limit: memory)
        self.spill = spill
        self.epoch = epoch
    }

    /// Opens a presentation: replaces an ended one of that name, or continues one whose stage has left it. Returns
    /// false if the name is in use.
    mutating func open(_ name: String, _ figures: StageFigures? = nil) -> Bool {
        guard open(name) else { return false }
        // A stage that continues its presentation after a reload retains the viewers.
        if let figures, presentations[name]?.figures?.belong(to: figures) != true {
            presentations[name]?.setFigures(OriginFigures(figures))
        }
        return true
    }

    private mutating func open(_ name: String) -> Bool {
        if let before = presentations[name] {
            if before.isSuspended {
                presentations[name]?.isSuspended = false
                presentations[name]?.heldRemovals = HeldRemovals()
                return true
            }
            guard before.isEnded else { return false }
            close(name)
        }
        presentations[name] = OriginPresentation()
        return true
    }

    /// Delivers the keys of a presentation from now on; nil delivers none.
    mutating func deliverKeys(of name: String, from shared: SharedKeys?) {
        presentations[name]?.keys.deliver(from: shared)
    }

    /// Whether requests for a presentation wait for its first playlist.
    func isAwaited(_ name: String) -> Bool { reservations[name] != nil && presentations[name]?.isReady != true }

    /// Records a request for a reserved presentation; returns the handler to call.
    mutating func recordRequest(for path: String, at now: ClockReading) -> (@Sendable () -> Void)? {
        guard !reservations.isEmpty, let name = resourcePath(path)?.presentation else { return nil }
        reservations[name]?.lastRequest = now.monotonic
        return reservations[name]?.onRequest
    }

    /// Parses a path. `/live/` refers to the only presentation of the server, whatever its name.
    func resourcePath(_ text: String) -> ResourcePath? {
        let path = ResourcePath(text)
        guard path?.presentation == ServeOrigin.fallbackName, presentations[ServeOrigin.fallbackName] == nil,
            reservations[ServeOrigin.fallbackName] == nil
        else { return path }
        let names = Set(presentations.keys).union(reservations.keys)
        guard names.count == 1, let only = names.first else { return path }
        switch path {
        case .presentation(_, let hasSlash): return .presentation(only, hasSlash: hasSlash)
        case .resource(_, let rest): return .resource(only, path: rest)
        case .root, nil: return path
        }
    }

    /// Leaves a presentation open for the stage that opens it next.
    mutating func suspend(_ name: String) { presentations[name]?.isSuspended = true }

    /// Returns the records for the upstream stages to continue a presentation; nil if there are none.
    func resumption(of name: String, at now: MonotonicTime) -> Resumption? {
        guard let presentation = presentations[name], !presentation.records.isEmpty else {
            guard let removed = removedRecords[name] else { return nil }
            var resumption = Resumption(
                earlier: .complete, lastRecorded: removed.lastRecorded, records: removed.records)
            resumption.filesWereRemoved = true
            return resumption
        }
        var resumption = Resumption(
            earlier: .complete, lastRecorded: presentation.lastRecorded, records: presentation.records,
            files: presentation.resources.filter { $1.due == nil }.mapValues(\.count))
        resumption.retained = presentation.resources.compactMapValues { resource in
            resource.due.flatMap { $0 > now ? MediaTime($0 - now) : nil }
        }
        return resumption
    }

    /// Ends all presentations, and answers requests that wait for their first playlist.
    mutating func closeAll() {
        isClosing = true
        for name in presentations.keys { end(name) }
    }

    /// Ends a presentation: no more resources follow, so held requests can be answered.
    mutating func end(_ name: String) {
        presentations[name]?.isEnded = true
        presentations[name]?.endAllGrowing()
    }

    /// Removes a presentation, and retains its records: the names of its files may be in caches, so that no other
    /// content may have them.
    mutating func clear(_ name: String) {
        if let presentation = presentations[name], !presentation.records.isEmpty {
            removedRecords[name] = RemovedRecords(
                records: presentation.records, lastRecorded: presentation.lastRecorded)
        }
        close(name)
    }

    /// Removes a presentation.
    mutating func close(_ name: String) {
        for resource in presentations[name]?.resources.values ?? [:].values { memory.remove(resource.memory) }
        presentations[name]?.endAllGrowing()
        presentations[name] = nil
    }

    /// Applies a resource's action. Returns the paths whose held requests can be answered now.
    ///
    /// `playlist` is the playlist that the resource stores, rendered by the caller before it locks the store.
    mutating func apply(
        _ resource: Resource, _ playlist: DeliveredPlaylist?, for name: String, at now: ClockReading
    ) -> [String] {
        guard presentations[name] != nil else { return [] }
        if resource.role == .record {
            presentations[name]?.storeRecord(resource, at: now)
            return []
        }
        removeDue(now.monotonic)
        let path = resource.path
        if case .store = resource.action { presentations[name]?.keys.remove(path) }
        if let protection = resource.segment?.protection {
            presentations[name]?.keys.add(protection, at: path)
        }
        if case .remove(let delay) = resource.action, delay > .zero {
            if resource.isRestored, presentations[name]?.resources[path]?.due != nil { return [] }
            retain(resource, name, now)
        }
        if presentations[name]?.heldRemovals.hold(resource) == true { return [] }
        let changed = change(resource, playlist, name, now)
        if resource.role.isPlaylist, presentations[name]?.resources[path]?.due == nil {
            playlistChanged(path, of: name, now.monotonic)
        }
        return changed
    }

    private mutating func change(
        _ resource: Resource, _ playlist: DeliveredPlaylist?, _ name: String, _ now: ClockReading
    ) -> [String] {
        let path = resource.path
        switch resource.action {
        case .store(let rope): return store(playlist?.text ?? rope.gathered, resource, playlist, name, now)
        case .append(let rope):
            append(rope.gathered, resource, name, now)
            return [path]
        case .remove(let delay): remove(path, of: name, after: delay, now.monotonic)
        }
        return []
    }

    private mutating func remove(_ path: String, of name: String, after delay: MediaTime, _ now: MonotonicTime) {
        if delay <= .zero { return remove(path, of: name) }
        let due = now + delay.duration
        presentations[name]?.resources[path]?.due = due
        nextDue = min(nextDue, due)
    }

    /// Stores a file of an earlier run that the origin does not have, for its remaining time.
    private mutating func retain(_ removal: Resource, _ name: String, _ now: ClockReading) {
        guard let content = removal.retainedContent, presentations[name]?.resources[removal.path] == nil else { return }
        _ = store(content.gathered, removal, nil, name, now)
    }

    /// Carries out the removals that waited for the replacement or removal of a playlist.
    private mutating func playlistChanged(_ playlist: String, of name: String, _ now: MonotonicTime) {
        for removal in presentations[name]?.heldRemovals.replace(playlist) ?? [] {
            if case .remove(let delay) = removal.action { remove(removal.path, of: name, after: delay, now) }
        }
    }

    /// Updates the figures of all presentations.
    func updateFigures(_ load: ServerLoad, at now: MonotonicTime) {
        for (name, presentation) in presentations { presentation.updateFigures(load, name: name, at: now) }
    }

    /// Removes resources whose removal is due.
    mutating func removeDue(_ now: MonotonicTime) {
        guard nextDue <= now else { return }
        nextDue = .distantFuture
        for (name, presentation) in presentations {
            for (path, resource) in presentation.resources {
                guard let due = resource.due else { continue }
                guard due <= now else {
                    nextDue = min(nextDue, due)
                    continue
                }
                remove(path, of: name)
                if resource.role.isPlaylist { playlistChanged(path, of: name, now) }
            }
        }
    }

    private mutating func remove(_ path: String, of name: String) {
        memory.remove(presentations[name]?.resources[path]?.memory ?? 0)
        presentations[name]?.remove(path)
    }

    private mutating func store(
        _ bytes: ByteSlice, _ resource: Resource, _ playlist: DeliveredPlaylist?, _ name: String, _ now: ClockReading
    ) -> [String] {
        let path = resource.path
        let before = presentations[name]?.resources[path]
        memory.remove(before?.memory ?? 0)
        lastNumber += 1
        var stored = StoredResource(
            role: resource.role, contentType: resource.contentType, slices: bytes.count > 0 ? [bytes] : [],
            number: lastNumber, stored: now.wall)
        var changed = [path]
        if let playlist {
            let published = PublishedPlaylist(playlist, after: before?.playlist)
            stored.playlist = published
            changed += presentations[name]?.update(published, at: path, role: resource.role) ?? []
        }
        if resource.role == .presentationDescription { presentations[name]?.hasManifest = true }
        presentations[name]?.noteStart(at: now.monotonic)
        if resource.role == .part, let path = presentations[name]?.addPart(bytes, resource) { changed.append(path) }
        if resource.role == .segment { presentations[name]?.endGrowing(path, count: bytes.count) }
        let mayLeave = resource.role != .initialization && stored.playlist == nil
        presentations[name]?.resources[path] = stored
        let key = ResourceKey(presentation: name, path: path)
        memory.add(stored.memory, mayLeave ? MemoryLimit.Entry(key: key, number: stored.number) : nil)
        makeSpace()
        return changed
    }

    private mutating func append(_ bytes: ByteSlice, _ resource: Resource, _ name: String, _ now: ClockReading) {
        lastNumber += 1
        var stored =
            presentations[name]?.resources[resource.path]
            ?? StoredResource(
                role: resource.role, contentType: resource.contentType, slices: [], number: lastNumber, stored: now.wall
            )
        if bytes.count > 0 { stored.slices.append(bytes) }
        (stored.number, stored.stored, stored.isGrowing, stored.due) = (lastNumber, now.wall, true, nil)
        stored.responses = SharedResponses()
        presentations[name]?.resources[resource.path] = stored
        let key = ResourceKey(presentation: name, path: resource.path)
        memory.add(bytes.storage.file == nil ? bytes.count : 0, MemoryLimit.Entry(key: key, number: lastNumber))
        makeSpace()
    }

    /// Moves the oldest resources to disk until memory use is within the limit.
    private mutating func makeSpace() {
        while let entry = memory.next() {
            let (name, path) = (entry.key.presentation, entry.key.path)
            // A growing file has one entry for each addition; only the latest entry is valid.
            guard var resource = presentations[name]?.resources[path], resource.number == entry.number,
                resource.memory > 0
            else { continue }
            let before = resource.memory
            if let moved = moved(resource.slices) {
                resource.slices = moved
                presentations[name]?.resources[path] = resource
                memory.remove(before)
            } else {
                dropped += 1
                remove(path, of: name)
            }
        }
    }

    /// Returns the slices with those in memory moved to disk; nil if the disk is full.
    private func moved(_ slices: [ByteSlice]) -> [ByteSlice]? {
        var result: [ByteSlice] = []
        var rest = slices[...]
        while let slice = rest.first {
            let isFile = slice.storage.file != nil
            let run = rest.prefix { ($0.storage.file != nil) == isFile }
            rest = rest.dropFirst(run.count)
            if isFile {
                result += run
            } else {
                guard let file = spill?.spill(Array(run)) else { return nil }
                result.append(file)
            }
        }
        return result
    }
}
