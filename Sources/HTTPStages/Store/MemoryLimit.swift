import HTTPServer

/// The memory limit for resources. Beyond it, the oldest resources leave memory first.
struct MemoryLimit: Sendable {
    struct Entry: Sendable {
        var key: ResourceKey
        /// The content number of the resource when it was counted.
        var number: Int
    }

    /// The limit in bytes.
    var limit: Int
    private(set) var used = 0
    /// A queue whose first element is at index `first`.
    private var entries: [Entry] = []
    private var first = 0

    init(limit: Int) { self.limit = limit }

    mutating func add(_ bytes: Int, _ entry: Entry? = nil) {
        used += bytes
        if let entry { entries.append(entry) }
    }

    mutating func remove(_ bytes: Int) { used -= bytes }

    /// Returns the next resource to move out of memory; nil if memory use is within the limit or nothing can be moved.
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
