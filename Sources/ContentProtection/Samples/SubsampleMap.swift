/// The subsamples of a sample, which contain all of its bytes in order.
package struct SubsampleMap: Sendable, Hashable {
    /// Empty for a sample that is protected as a whole.
    package private(set) var entries: [Subsample] = []
    /// The number of protected ranges that had to stay clear, because `saiz` cannot describe more subsamples.
    package private(set) var omittedCount = 0

    /// A sample without subsamples.
    package static let whole = SubsampleMap()

    private init() {}

    /// The map of a sample of `size` bytes with ascending ranges of protected bytes.
    ///
    /// `limit` is the maximum number of entries. If there are more, the smallest ranges stay clear.
    package init(_ protected: [Range<Int>], size: Int, limit: Int) {
        entries = Self.entries(protected, size: size)
        guard entries.count > limit else { return }
        var bySize = protected.indices.sorted { protected[$0].count < protected[$1].count }[...]
        var kept = Set(protected.indices)
        while entries.count > limit, let smallest = bySize.popFirst() {
            // Each range removed saves at most one entry.
            let surplus = entries.count - limit
            kept.remove(smallest)
            for _ in 1..<max(surplus, 1) { if let next = bySize.popFirst() { kept.remove(next) } }
            entries = Self.entries(kept.sorted().map { protected[$0] }, size: size)
        }
        omittedCount = protected.count - kept.count
    }

    private static func entries(_ protected: [Range<Int>], size: Int) -> [Subsample] {
        var (entries, end) = ([Subsample](), 0)
        func append(clear: Int, protected: Int) {
            var clear = clear
            while clear > Subsample.maximumClear {
                entries.append(Subsample(clear: Subsample.maximumClear, protected: 0))
                clear -= Subsample.maximumClear
            }
            if clear + protected > 0 { entries.append(Subsample(clear: clear, protected: protected)) }
        }
        for range in protected where !range.isEmpty {
            append(clear: range.lowerBound - end, protected: range.count)
            end = range.upperBound
        }
        append(clear: size - end, protected: 0)
        return entries
    }

    /// The number of protected bytes in a sample of `size` bytes.
    package func protectedCount(size: Int) -> Int {
        entries.isEmpty ? size : entries.reduce(0) { $0 + $1.protected }
    }
}
