/// Removals of files that playlists of an earlier run may list, until a sink has replaced these playlists.
package struct HeldRemovals: Sendable {
    /// The playlists that are replaced or removed.
    private var replaced: Set<String> = []
    private var removals: [String: Resource] = [:]

    package init() {}

    /// The number of removals that wait.
    package var count: Int { removals.count }

    /// Holds a removal if playlists of an earlier run may list the file. Returns whether it waits. Any other action on the
    /// path cancels a removal that waits.
    package mutating func hold(_ resource: Resource) -> Bool {
        if !removals.isEmpty { removals[resource.path] = nil }
        guard case .remove = resource.action, !resource.formerPlaylists.isSubset(of: replaced) else { return false }
        removals[resource.path] = resource
        return true
    }

    /// Records that a playlist is replaced or removed. Returns the removals that no longer wait, in the order of their
    /// paths.
    package mutating func replace(_ playlist: String) -> [Resource] {
        guard replaced.insert(playlist).inserted, !removals.isEmpty else { return [] }
        let due = removals.values.filter { $0.formerPlaylists.isSubset(of: replaced) }.sorted { $0.path < $1.path }
        for removal in due { removals[removal.path] = nil }
        return due
    }
}
