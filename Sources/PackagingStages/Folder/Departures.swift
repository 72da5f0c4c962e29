/// Files that have left the playlists and are to be removed when players can no longer want them.
struct Departures<Instant: Comparable> {
    private var waiting: [(path: String, due: Instant)] = []

    mutating func add(_ path: String, due: Instant) {
        waiting.append((path, due))
    }

    /// Takes out what is due; times need not be in order.
    mutating func take(dueAt now: Instant) -> [String] {
        guard waiting.contains(where: { $0.due <= now }) else { return [] }
        defer { waiting.removeAll { $0.due <= now } }
        return waiting.filter { $0.due <= now }.map(\.path)
    }

    /// Takes out what is due first, however long that is from now; nil when nothing waits.
    mutating func takeFirst() -> String? {
        guard let first = waiting.indices.min(by: { waiting[$0].due < waiting[$1].due }) else { return nil }
        return waiting.remove(at: first).path
    }

    /// Keeps a file that is written anew.
    mutating func cancel(_ path: String) { waiting.removeAll { $0.path == path } }
}
