import AssetDownloading
import Media
import StageKit

/// What waits to be sent to a store, in which order, and what is done when it does not take it.
///
/// A value: what time it is and what became of requests comes from outside. Media are sent in the order in which they
/// came, several at a time, behind the initialization segments before them. What names other files waits until all of
/// them are stored or given up; of one name the state that is next and the newest one are kept.
struct PushQueue: Sendable {
    struct Limits: Sendable {
        /// Bytes in memory.
        var memory = 64 << 20
        /// Bytes on the disk.
        var disk = 1 << 30
        var connections = 4
        /// Whether the store takes a body whose length it is not told.
        var takesChunks = true
        /// Whether the store holds requests back.
        var canBlock = false
    }

    /// Something that the user may want to know.
    enum Notice: Sendable, Equatable {
        case failing(String)
        /// So long after it began, in nanoseconds.
        case recovered(after: Int64)
        case refused(path: String, why: String)
        /// Media were given up because there is no room for them.
        case dropped
        /// A file that still grows is sent once more from its beginning.
        case sentAgain(path: String)
    }

    /// What was done so far and what waits.
    struct Figures: Sendable, Equatable {
        var sentFiles = 0
        var sentBytes = 0
        var deletedFiles = 0
        var retries = 0
        var refusedFiles = 0
        var droppedFiles = 0
    }

    /// What one entry counts for, beside its bytes.
    static let overhead = 512
    /// In nanoseconds.
    private static let patience: Int64 = 60_000_000_000

    let spill: SpillFolder?
    var limits: Limits
    var items: [Int: PushItem] = [:]
    /// Waiting or under way, by path; of media and deletions the newest.
    var latest: [String: Int] = [:]
    var underWay: [String: Int] = [:]
    /// Of listings: what is published next, where something newer waits.
    var next: [String: Int] = [:]
    var listings: Set<Int> = []
    var initializations: Set<Int> = []
    /// Numbers of media in order, from `mediaStart` on; those that are done stay until the head passes them.
    var media: [Int] = []
    var mediaStart = 0
    var deletions: [Int] = []
    var deletionOf: [String: Int] = [:]
    var departures: [String: (due: Int64, role: Resource.Role)] = [:]
    var nextDue = Int64.max
    /// Files that still grow, with the number of the request that sends them.
    var growing: [String: PushContent] = [:]
    /// Media that will not be there and are still listed.
    var lost: Set<String> = []
    /// Listings that have been stored or given up once.
    var settled: Set<String> = []
    /// Those that wait for a second attempt.
    var delayed: Set<Int> = []
    var health = StoreHealth()
    var failingSince: Int64?
    var memory = 0
    var disk = 0
    var figures = Figures()
    /// Requests that may go on reading.
    var grown: Set<Int> = []
    /// When a request has to have ended that was begun before its file was whole: until then nobody can say whether it
    /// is slow.
    var deadlines: [Int: Int64] = [:]
    private var notices: [Notice] = []
    private var lastNumber = 0

    init(limits: Limits, spill: SpillFolder?) {
        self.limits = limits
        self.spill = spill
    }

    /// Takes what a resource says.
    mutating func take(_ resource: Resource, at now: Int64) {
        guard resource.role != .record else { return }
        switch resource.action {
        case .store(let rope):
            departures[resource.path] = nil
            cancel(deletionOf[resource.path])
            if resource.isRestored { return restore(resource, rope, now) }
            let bytes = rope.gathered
            if resource.role.isListing { list(resource, bytes, now) } else { store(resource, bytes, now) }
        case .append(let rope): append(rope.gathered, resource, now)
        case .remove(let delay): remove(resource, after: delay, now)
        }
    }

    /// No more resources come: what still grows is whole, and what was to go later stays. Returns how many files that are.
    mutating func close(at now: Int64) -> Int {
        for path in Array(growing.keys) { complete(path, at: now) }
        defer { (departures, nextDue) = ([:], .max) }
        return departures.count
    }

    /// Whether nothing waits and nothing is under way.
    var isEmpty: Bool { items.isEmpty }

    /// What is to be told, once.
    mutating func takeNotices() -> [Notice] {
        defer { notices = [] }
        return notices
    }

    mutating func note(_ notice: Notice) { if notices.count < 100 { notices.append(notice) } }

    mutating func makeItem(_ resource: Resource, _ work: PushItem.Work, _ now: Int64) -> PushItem {
        lastNumber += 1
        return PushItem(
            number: lastNumber, path: resource.path, role: resource.role, contentType: resource.contentType,
            work: work, queued: now)
    }
}

// Media.
extension PushQueue {
    private mutating func store(_ resource: Resource, _ bytes: ByteSlice, _ now: Int64) {
        lost.remove(resource.path)
        forgetGrowing(resource.path)
        guard let room = makeRoom(for: bytes) else {
            cancel(latest[resource.path])
            return lose(resource.path)
        }
        count(room, 1)
        add(makeItem(resource, .store(PushContent([room])), now))
    }

    /// Sends what an earlier run stored and the store lacks.
    ///
    /// The bytes stay where they are, so that a long window needs no memory. Segments are asked for first, since sending
    /// all of a window would hold up its playlists.
    private mutating func restore(_ resource: Resource, _ rope: ByteRope, _ now: Int64) {
        lost.remove(resource.path)
        forgetGrowing(resource.path)
        let pieces = rope.slices.map { PushContent.Piece(bytes: $0, isOnDisk: false, isElsewhere: true) }
        var item = makeItem(resource, .store(PushContent(pieces)), now)
        item.mayBeStored = resource.role == .segment
        add(item)
    }

    private mutating func append(_ bytes: ByteSlice, _ resource: Resource, _ now: Int64) {
        guard !lost.contains(resource.path) else { return }
        guard let room = makeRoom(for: bytes) else {
            cancel(latest[resource.path])
            forgetGrowing(resource.path)
            return lose(resource.path)
        }
        count(room, 1)
        if let content = growing[resource.path], !content.isComplete {
            content.append(room)
            if let number = underWay[resource.path] { grown.insert(number) }
            return
        }
        // What was published once has to be sent anew from its beginning: stores replace files and do not extend them.
        let before = growing[resource.path]?.pieces ?? []
        if !before.isEmpty { note(.sentAgain(path: resource.path)) }
        let content = PushContent(before + [room], isComplete: false)
        growing[resource.path] = content
        var item = makeItem(resource, .store(content), now)
        item.isKept = true
        add(item)
    }

    /// A file that grew is whole, or is to be published as far as it is.
    mutating func complete(_ path: String, at now: Int64) {
        growing[path]?.complete()
        guard let number = underWay[path] else { return }
        grown.insert(number)
        deadlines[number] = now &+ Self.patience
    }

    private mutating func forgetGrowing(_ path: String) {
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

    /// Counts bytes that come, or that go where `sign` is -1.
    mutating func count(_ piece: PushContent.Piece, _ sign: Int) {
        if piece.isElsewhere { return }
        if piece.isOnDisk { disk += sign * piece.bytes.count } else { memory += sign * piece.bytes.count }
    }

    /// The bytes where there is room for them: in memory, on the disk, or in place of what came first; nil where there is
    /// none.
    private mutating func makeRoom(for bytes: ByteSlice) -> PushContent.Piece? {
        while true {
            if memory + bytes.count + Self.overhead <= limits.memory {
                return PushContent.Piece(bytes: bytes, isOnDisk: false)
            }
            let hasEntries = items.count * Self.overhead < limits.memory
            if hasEntries, disk + bytes.count <= limits.disk {
                if let spilled = spill?.setAside(bytes) {
                    return PushContent.Piece(bytes: spilled, isOnDisk: true)
                }
                // The disk has less than it was said to have.
                limits.disk = disk
                continue
            }
            guard dropOldest() else { return nil }
        }
    }

    private mutating func dropOldest() -> Bool {
        for position in media.indices[mediaStart...] {
            guard let item = items[media[position]], !item.isUnderWay, item.role != .initialization,
                growing[item.path] == nil, item.content?.pieces.first?.isElsewhere != true
            else { continue }
            resolve(item.number, .lost)
            note(.dropped)
            figures.droppedFiles += 1
            return true
        }
        return false
    }

    private mutating func lose(_ path: String) {
        lost.insert(path)
        figures.droppedFiles += 1
        note(.dropped)
    }

    /// Forgets what was not begun.
    private mutating func cancel(_ number: Int?) {
        guard let number, items[number]?.isUnderWay == false else { return }
        resolve(number, .cancelled)
    }
}

// What goes away.
extension PushQueue {
    private mutating func remove(_ resource: Resource, after delay: MediaTime, _ now: Int64) {
        let path = resource.path
        lost.remove(path)
        forgetGrowing(path)
        var mayBeThere = true
        if !resource.role.isListing, let number = latest[path], let item = items[number], !item.isUnderWay {
            mayBeThere = item.attempts > 0 || underWay[path] != nil
            resolve(number, .cancelled)
        }
        for number in [latest[path], next[path]] {
            guard let number, resource.role.isListing, items[number]?.isUnderWay == false else { continue }
            drop(listing: number)
        }
        guard mayBeThere else { return }
        let due = now &+ min(max(delay, .zero).nanoseconds, .max / 4)
        departures[path] = (due, resource.role)
        nextDue = min(nextDue, due)
    }

    /// What is to go by now waits to be sent, behind the playlists that no longer name it.
    mutating func queueDepartures(_ now: Int64) {
        guard nextDue <= now else { return }
        nextDue = .max
        for (path, departure) in departures {
            guard departure.due <= now else {
                nextDue = min(nextDue, departure.due)
                continue
            }
            departures[path] = nil
            let resource = Resource(path: path, role: departure.role, contentType: "", action: .remove(after: .zero))
            let item = makeItem(resource, .delete, now)
            items[item.number] = item
            memory += Self.overhead
            deletions.append(item.number)
            deletionOf[path] = item.number
        }
    }
}

// Listings.
extension PushQueue {
    private mutating func list(_ resource: Resource, _ bytes: ByteSlice, _ now: Int64) {
        let isHLS = resource.role == .mediaPlaylist || resource.role == .multivariantPlaylist
        let listed = isHLS ? ListedNames(bytes, at: resource.path) : nil
        for (path, content) in growing where !content.isComplete && listed?.paths.contains(path) != false {
            complete(path, at: now)
        }
        var item = makeItem(resource, .store(PushContent(bytes)), now)
        item.names = listed?.paths
        item.targetDuration = listed?.targetDuration
        item.since = item.number
        if let names = listed?.paths {
            item.lost = lost.intersection(names)
            for name in names {
                for number in [latest[name], underWay[name]] {
                    if let number, let other = items[number], !other.role.isListing { item.blockers.insert(number) }
                }
            }
        } else {
            item.blockers = Set(items.values.filter { !$0.role.isListing && !$0.isDelete }.map(\.number))
        }
        if let before = latest[item.path], items[before]?.isDelete == false, before != underWay[item.path] {
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
        memory += Self.overhead + bytes.count
    }

    /// Forgets a state that a newer one stands for.
    mutating func drop(listing number: Int) {
        guard let item = items.removeValue(forKey: number) else { return }
        listings.remove(number)
        delayed.remove(number)
        memory -= Self.overhead + (item.content?.count ?? 0)
        if latest[item.path] == number { latest[item.path] = nil }
        if next[item.path] == number {
            next[item.path] = nil
            // The newest stands for it from now on.
            if let newest = latest[item.path], let since = items[newest]?.since {
                items[newest]?.since = min(since, item.since)
            }
        }
    }
}
