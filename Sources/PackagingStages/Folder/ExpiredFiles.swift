/// Files that have left the playlists and are removed once players can no longer request them.
struct ExpiredFiles<Instant: Comparable> {
    private var waiting: [(path: String, due: Instant)] = []

    mutating func add(_ path: String, due: Instant) {
        waiting.append((path, due))
    }

    /// Removes and returns the paths that are due. Due times may be added in any order.
    mutating func removeAll(dueAt now: Instant) -> [String] {
        guard waiting.contains(where: { $0.due <= now }) else { return [] }
        defer { waiting.removeAll { $0.due <= now } }
        return waiting.filter { $0.due <= now }.map(\.path)
    }

    /// Removes and returns the path with the earliest due time, even if that is in the future; nil if there is none.
    mutating func removeFirst() -> String? {
        guard let first = waiting.indices.min(by: { waiting[$0].due < waiting[$1].due }) else { return nil }
        return waiting.remove(at: first).path
    }

    /// The paths of all files, in the order of addition.
    var paths: [String] { waiting.map(\.path) }

    func contains(_ path: String) -> Bool { waiting.contains { $0.path == path } }

    /// Cancels the removal of a file that is written again.
    mutating func cancel(_ path: String) { waiting.removeAll { $0.path == path } }
}
