import HTTPClient
import HLS
import Media
import StageKit

/// The queue of uploads and deletions for a store: their order, limits and retries.
///
/// A value type: the current time and the results of requests are passed in. Media files are sent in order of arrival,
/// several at a time, after the initialization segments that precede them. Listings (playlists and manifests) wait
/// until every file that they refer to is stored or dropped; for each path only the next state and the newest one are
/// retained.
struct PushQueue: Sendable {
    struct Limits: Sendable {
        /// The memory limit, in bytes.
        var memory = 64 << 20
        /// The disk limit, in bytes.
        var disk = 1 << 30
        var connections = 4
        /// Whether the store accepts a body without Content-Length.
        var acceptsChunked = true
        /// Whether the store holds blocking playlist requests.
        var canBlock = false
    }

    /// An event to report to the operator.
    enum Notice: Sendable, Equatable {
        case failing(String)
        /// The store accepts files again, this long after the first failure.
        case recovered(after: Duration)
        case rejected(path: String, why: String)
        /// A file was dropped because the limits of memory and disk are reached.
        case dropped
        /// The text of a playlist is not valid, so the files that it lists are unknown.
        case unreadable(path: String, why: String)
        /// A file that grew after publication is sent again from its beginning.
        case sentAgain(path: String)
    }

    /// Counters of completed work.
    struct Figures: Sendable, Equatable {
        var sentFiles = 0
        var sentBytes = 0
        var deletedFiles = 0
        var retries = 0
        var rejectedFiles = 0
        var droppedFiles = 0
    }

    /// The bytes counted for each item in addition to its content.
    static let overhead = 512
    /// The timeout for the rest of a chunked request once its file is complete.
    private static let completionTimeout = Duration.seconds(60)

    let spill: SpillFolder?
    var limits: Limits
    var items: [Int: PushItem] = [:]
    /// The number of the newest item of each path that is queued or in progress.
    var latest: [String: Int] = [:]
    var inProgress: [String: Int] = [:]
    /// For listings: the state to publish next, if a newer one is queued.
    var next: [String: Int] = [:]
    var listings: Set<Int> = []
    var initializations: Set<Int> = []
    /// The numbers of media items in order. Entries before `mediaStart` are done; so may be some after it.
    var media: [Int] = []
    var mediaStart = 0
    var deletions: [Int] = []
    var deletionOf: [String: Int] = [:]
    /// Removals of files that playlists of an earlier run may list in the store.
    var heldRemovals = HeldRemovals()
    /// Removals of files that listings in the store may still refer to, by path.
    var waitingRemovals: [String: WaitingRemoval] = [:]
    /// The listings that are in the store.
    var published = PublishedListings()
    var scheduledDeletions: [String: (due: MonotonicTime, role: Resource.Role)] = [:]
    var nextDue = MonotonicTime.distantFuture
    /// Files that are still growing, by path.
    var growing: [String: PushContent] = [:]
    /// Paths of media files that were dropped and may still be listed.
    var lost: Set<String> = []
    /// Paths of listings that were stored or dropped at least once.
    var settled: Set<String> = []
    /// Items that wait for a retry.
    var delayed: Set<Int> = []
    var health = StoreBackoff()
    var failingSince: MonotonicTime?
    var memory = 0
    var disk = 0
    var figures = Figures()
    /// Requests whose file has grown, so that the transfer must be resumed.
    var grown: Set<Int> = []
    /// Deadlines of chunked requests, set when their file is complete. Before that, a slow transfer may just be a
    /// slowly growing file.
    var deadlines: [Int: MonotonicTime] = [:]
    private var notices: [Notice] = []
    private var lastNumber = 0

    init(limits: Limits, spill: SpillFolder?) {
        self.limits = limits
        self.spill = spill
    }

    /// Applies a resource's action to the queue.
    mutating func apply(_ resource: Resource, at now: MonotonicTime) {
        guard resource.role != .record, !heldRemovals.hold(resource) else { return }
        switch resource.action {
        case .store(let rope):
            waitingRemovals[resource.path] = nil
            scheduledDeletions[resource.path] = nil
            cancel(deletionOf[resource.path])
            if resource.isRestored { return restore(resource, rope, now) }
            if resource.role.isListing { list(resource, rope, now) } else { store(resource, rope.gathered, now) }
        case .append(let rope): append(rope.gathered, resource, now)
        case .remove(let delay): remove(resource, after: delay, now)
        }
    }

    /// Ends the input: completes growing files and cancels pending deletions. Returns the number of deletions
    /// cancelled.
    mutating func close(at now: MonotonicTime) -> Int {
        for path in Array(growing.keys) { complete(path, at: now) }
        defer {
            (waitingRemovals, scheduledDeletions) = ([:], [:])
            (heldRemovals, nextDue) = (HeldRemovals(), .distantFuture)
        }
        return waitingRemovals.count + scheduledDeletions.count + heldRemovals.count
    }

    /// Whether no item is queued or in progress.
    var isEmpty: Bool { items.isEmpty }

    /// Returns and removes the pending notices.
    mutating func drainNotices() -> [Notice] {
        defer { notices = [] }
        return notices
    }

    mutating func addNotice(_ notice: Notice) { if notices.count < 100 { notices.append(notice) } }

    /// Returns the next sequence number.
    mutating func makeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func makeItem(_ resource: Resource, _ work: PushItem.Work, _ now: MonotonicTime) -> PushItem {
        PushItem(
            number: makeNumber(), path: resource.path, role: resource.role, contentType: resource.contentType,
            work: work, queued: now)
    }
}

// Media.
extension PushQueue {
    private mutating func store(_ resource: Resource, _ bytes: ByteSlice, _ now: MonotonicTime) {
        lost.remove(resource.path)
        discardGrowing(resource.path)
        guard let room = makeSpace(for: bytes) else {
            cancel(latest[resource.path])
            return recordLoss(resource.path)
        }
        count(room, 1)
        add(makeItem(resource, .store(PushContent([room])), now))
    }

    /// Enqueues a resource that an earlier run published.
    ///
    /// Its bytes stay in their file, so that a long playlist window needs no memory. For segments a HEAD request comes
    /// first, because uploading a whole window would delay its playlists.
    private mutating func restore(_ resource: Resource, _ rope: ByteRope, _ now: MonotonicTime) {
        lost.remove(resource.path)
        discardGrowing(resource.path)
        let pieces = rope.slices.map { PushContent.Piece(bytes: $0, isOnDisk: false, isExternal: true) }
        var item = makeItem(resource, .store(PushContent(pieces)), now)
        item.needsHeadRequest = resource.role == .segment
        add(item)
    }

    private mutating func append(_ bytes: ByteSlice, _ resource: Resource, _ now: MonotonicTime) {
        guard !lost.contains(resource.path) else { return }
        guard let room = makeSpace(for: bytes) else {
            cancel(latest[resource.path])
            discardGrowing(resource.path)
            return recordLoss(resource.path)
        }
        count(room, 1)
        if let content = growing[resource.path], !content.isComplete {
            content.append(room)
            if let number = inProgress[resource.path] { grown.insert(number) }
            return
        }
        // A file that grows after publication must be sent again from its beginning: stores replace files and cannot
        // extend them.
        let before = growing[resource.path]?.pieces ?? []
        if !before.isEmpty { addNotice(.sentAgain(path: resource.path)) }
        let content = PushContent(before + [room], isComplete: false)
        growing[resource.path] = content
        var item = makeItem(resource, .store(content), now)
        item.isRetained = true
        add(item)
    }

    /// Completes a growing file, so that its current content can be published.
    mutating func complete(_ path: String, at now: MonotonicTime) {
        growing[path]?.complete()
        guard let number = inProgress[path] else { return }
        grown.insert(number)
        deadlines[number] = now + Self.completionTimeout
    }

    mutating func discardGrowing(_ path: String) {
        for piece in growing.removeValue(forKey: path)?.pieces ?? [] { count(piece, -1) }
    }

    private mutating func add(_ item: PushItem) {
        let before = latest[item.path]
        items[item.number] = item
        latest[item.path] = item.number
        cancel(before)
        media.append(item.number)
        memory += Self.overhead
        if item.role == .initialization { initializations.insert(item.number) }
    }

    /// Adds a piece's bytes to the memory or disk use, or subtracts them if `sign` is -1.
    mutating func count(_ piece: PushContent.Piece, _ sign: Int) {
        if piece.isExternal { return }
        if piece.isOnDisk { disk += sign * piece.bytes.count } else { memory += sign * piece.bytes.count }
    }

    /// Finds space for bytes: in memory, on disk, or by dropping the oldest media. Returns nil if there is none.
    private mutating func makeSpace(for bytes: ByteSlice) -> PushContent.Piece? {
        while true {
            if memory + bytes.count + Self.overhead <= limits.memory {
                return PushContent.Piece(bytes: bytes, isOnDisk: false)
            }
            let hasEntries = items.count * Self.overhead < limits.memory
            if hasEntries, disk + bytes.count <= limits.disk {
                if let spilled = spill?.spillClosed(bytes) {
                    return PushContent.Piece(bytes: spilled, isOnDisk: true)
                }
                // The disk has less free space than configured.
                limits.disk = disk
                continue
            }
            guard dropOldest() else { return nil }
        }
    }

    private mutating func dropOldest() -> Bool {
        for position in media.indices[mediaStart...] {
            guard let item = items[media[position]], !item.isInProgress, item.role != .initialization,
                growing[item.path] == nil, !item.isExternal
            else { continue }
            resolve(item.number, .lost)
            addNotice(.dropped)
            figures.droppedFiles += 1
            return true
        }
        return false
    }

    private mutating func recordLoss(_ path: String) {
        lost.insert(path)
        figures.droppedFiles += 1
        addNotice(.dropped)
    }

    /// Removes an item that is not in progress.
    private mutating func cancel(_ number: Int?) {
        guard let number, items[number]?.isInProgress == false else { return }
        resolve(number, .cancelled)
    }
}

// Listings.
extension PushQueue {
    private mutating func list(_ resource: Resource, _ rope: ByteRope, _ now: MonotonicTime) {
        let delivered = DeliveredPlaylist(resource, by: limits.canBlock ? .origin : .remoteStore)
        if let problem = delivered?.problem {
            addNotice(.unreadable(path: resource.path, why: problem.description))
        }
        let listed = delivered?.playlist.map { ListedFiles($0, at: resource.path) }
        for (path, content) in growing where !content.isComplete && listed?.paths.contains(path) != false {
            complete(path, at: now)
        }
        var item = makeItem(resource, .store(PushContent(delivered?.text ?? rope.gathered)), now)
        item.playlist = delivered?.playlist
        item.referencedPaths = listed?.paths
        item.hintedPaths = listed?.hintedPaths ?? []
        item.targetDuration = listed?.targetDuration
        item.since = item.number
        published.supersede(item.path, by: item.number)
        if let names = listed?.paths {
            item.missingPaths = lost.intersection(names)
            for name in names {
                for number in [latest[name], inProgress[name]] {
                    if let number, let other = items[number], !other.role.isListing {
                        item.prerequisites.insert(number)
                    }
                }
            }
        } else {
            item.prerequisites = Set(items.values.filter { !$0.role.isListing && !$0.isDelete }.map(\.number))
        }
        if let before = latest[item.path], items[before]?.isDelete == false, before != inProgress[item.path] {
            if next[item.path] == nil {
                next[item.path] = before
            } else {
                item.since = items[before]?.since ?? item.since
                drop(listing: before)
            }
        }
        items[item.number] = item
        latest[item.path] = item.number
        listings.insert(item.number)
        memory += Self.overhead + item.listingSize
    }

    /// Removes a listing's state that a newer one replaces.
    mutating func drop(listing number: Int) {
        guard let item = items.removeValue(forKey: number) else { return }
        listings.remove(number)
        delayed.remove(number)
        memory -= Self.overhead + item.listingSize
        if latest[item.path] == number { latest[item.path] = nil }
        if next[item.path] == number {
            next[item.path] = nil
            // The newest state now replaces it.
            if let newest = latest[item.path], let since = items[newest]?.since {
                items[newest]?.since = min(since, item.since)
            }
        }
    }
}
