/// A queue whose items are processed in order by one thread at a time: the first thread that finds the queue idle.
///
/// Threads enqueue under the owner's lock and process outside it, so callbacks may enqueue more items.
struct SerialQueue<Item: Sendable>: Sendable {
    private var items: [Item] = []
    private var isRunning = false

    var isEmpty: Bool { items.isEmpty }
    var count: Int { items.count }

    mutating func append(_ item: Item) { items.append(item) }

    /// Dequeues all items for the caller to process; nil when the queue is empty or another thread is processing.
    mutating func dequeueIfIdle() -> [Item]? {
        guard !isRunning, !items.isEmpty else { return nil }
        isRunning = true
        return dequeueAll()
    }

    /// Dequeues the items enqueued meanwhile; nil ends the caller's turn.
    mutating func dequeueOrEndTurn() -> [Item]? {
        guard !items.isEmpty else {
            isRunning = false
            return nil
        }
        return dequeueAll()
    }

    mutating func removeAll() { items.removeAll() }

    private mutating func dequeueAll() -> [Item] {
        defer { items.removeAll() }
        return items
    }
}
