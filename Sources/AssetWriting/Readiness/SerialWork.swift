/// A queue whose items are processed in order by one thread at a time: the first thread that finds the queue idle.
///
/// Threads enqueue under the owner's lock and process outside it, so callbacks may enqueue more items.
struct SerialWork<Item: Sendable>: Sendable {
    private var waiting: [Item] = []
    private var isRunning = false

    var isEmpty: Bool { waiting.isEmpty }
    var count: Int { waiting.count }

    mutating func append(_ item: Item) { waiting.append(item) }

    /// Dequeues all items for the caller to process; nil when the queue is empty or another thread is processing.
    mutating func begin() -> [Item]? {
        guard !isRunning, !waiting.isEmpty else { return nil }
        isRunning = true
        return take()
    }

    /// Dequeues the items enqueued meanwhile; nil ends the caller's turn.
    mutating func next() -> [Item]? {
        guard !waiting.isEmpty else {
            isRunning = false
            return nil
        }
        return take()
    }

    mutating func removeAll() { waiting.removeAll() }

    private mutating func take() -> [Item] {
        defer { waiting.removeAll() }
        return waiting
    }
}
