/// Work that is done in order, one at a time, by whichever thread finds nobody at it.
///
/// Threads add under the owner's lock and work outside it, so that what is called back may add more.
struct SerialWork<Item: Sendable>: Sendable {
    private var waiting: [Item] = []
    private var isRunning = false

    var isEmpty: Bool { waiting.isEmpty }
    var count: Int { waiting.count }

    mutating func append(_ item: Item) { waiting.append(item) }

    /// Takes what waits, to be done by the caller; nil when nothing waits or somebody is at it.
    mutating func begin() -> [Item]? {
        guard !isRunning, !waiting.isEmpty else { return nil }
        isRunning = true
        return take()
    }

    /// Takes what came meanwhile; nil ends the caller's turn.
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
