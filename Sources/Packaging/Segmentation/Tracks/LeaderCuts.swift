import Media

/// The cuts of the leading track that following tracks may still need.
struct LeaderCuts: Sendable {
    private var cuts: [MediaTime] = []
    private var removedCount = 0
    /// The newest cut; nil before the first.
    private(set) var last: MediaTime?

    /// The cut that ends segment `index`; nil if the leading track has not reached it.
    subscript(index: Int) -> MediaTime? {
        let position = index - removedCount
        return cuts.indices.contains(position) ? cuts[position] : nil
    }

    mutating func append(_ cut: MediaTime) {
        cuts.append(cut)
        last = cut
    }

    /// Removes the cuts that all tracks have passed.
    mutating func removeAll(before index: Int) {
        guard index - removedCount > 16 else { return }
        cuts.removeFirst(min(index - removedCount, cuts.count))
        removedCount = index
    }
}
