package import Media

/// The loaded parts of the primary variant's timeline, in order, without overlaps.
package struct LoadedTimeline: Sendable, Hashable {
    /// The duration of the playlist so far.
    package var duration = MediaTime.zero
    package private(set) var ranges: [LoadedTimeRange] = []

    package init() {}

    /// Adds a range and joins it with adjacent ones; returns false if it was already loaded.
    package mutating func insert(_ range: LoadedTimeRange) -> Bool {
        guard range.duration > .zero, !range.duration.isIndefinite else { return false }
        let index = ranges.firstIndex { $0.end >= range.start } ?? ranges.endIndex
        if index < ranges.endIndex, ranges[index].start <= range.start, ranges[index].end >= range.end { return false }
        var joined = range
        var last = index
        while last < ranges.endIndex, ranges[last].start <= range.end {
            let (start, end) = (min(joined.start, ranges[last].start), max(joined.end, ranges[last].end))
            joined = LoadedTimeRange(start: start, duration: end - start)
            last += 1
        }
        ranges.replaceSubrange(index..<last, with: [joined])
        return true
    }
}
