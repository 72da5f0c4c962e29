/// Which resources leave memory when it is full: those stored first.
struct MemoryBound: Sendable {
    struct Entry: Sendable {
        var key: OriginStore.Key
        /// The content that was counted.
        var number: Int
    }

    /// In bytes.
    var limit: Int
    private(set) var used = 0
    /// A queue whose head is at `first`.
    private var entries: [Entry] = []
    private var first = 0

    init(limit: Int) { self.limit = limit }

    mutating func add(_ bytes: Int, _ entry: Entry? = nil) {
        used += bytes
        if let entry { entries.append(entry) }
    }

    mutating func remove(_ bytes: Int) { used -= bytes }

    /// The next one to leave; nil while there is room or nothing may leave.
    mutating func next() -> Entry? {
        guard used > limit, first < entries.count else { return nil }
        defer {
            first += 1
            if first > 64, first * 2 > entries.count {
                entries.removeFirst(first)
                first = 0
            }
        }
        return entries[first]
    }
}
