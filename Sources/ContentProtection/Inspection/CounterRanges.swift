/// The counter blocks of `cenc` that keys have been used with.
struct CounterRanges: Sendable {
    /// The maximum number of stored ranges. Consecutive counters are one range.
    private static let maximumCount = 1 << 20

    private struct Stream: Hashable {
        var key: KeyIdentifier
        var high: UInt64
    }

    /// Ascending ranges that neither overlap nor touch, by key and high half of the counter.
    private var ranges: [Stream: [Range<UInt64>]] = [:]
    private var count = 0

    /// Adds the blocks of a sample. Returns false if one of them was used before.
    mutating func insert(_ key: KeyIdentifier, _ vector: InitializationVector, blocks: Int) -> Bool {
        guard blocks > 0, count < Self.maximumCount else { return true }
        let end = vector.low.addingReportingOverflow(UInt64(blocks))
        var new = vector.low..<(end.overflow ? .max : end.partialValue)
        guard !new.isEmpty else { return true }
        let stream = Stream(key: key, high: vector.high)
        var known = ranges.removeValue(forKey: stream) ?? []
        defer { ranges[stream] = known }
        var (low, top) = (0, known.count)
        while low < top {
            let middle = (low + top) / 2
            if known[middle].upperBound < new.lowerBound { low = middle + 1 } else { top = middle }
        }
        // The ranges from `low` on end at or after the start of the new one.
        var (last, isNew) = (low, true)
        while last < known.count, known[last].lowerBound <= new.upperBound {
            if known[last].overlaps(new) { isNew = false }
            new = min(new.lowerBound, known[last].lowerBound)..<max(new.upperBound, known[last].upperBound)
            last += 1
        }
        count += 1 - (last - low)
        known.replaceSubrange(low..<last, with: CollectionOfOne(new))
        return isNew
    }
}
