/// What two states of a playlist have in common, by the names of segments and not by their numbers.
struct SegmentOverlap {
    /// The first segment of the later state that is in the earlier one too; nil where there is none.
    let first: (before: ScannedSegment, after: ScannedSegment)?

    init(_ before: [ScannedSegment], _ after: [ScannedSegment]) {
        let known = Self.unique(before)
        let later = Self.unique(after)
        for segment in after {
            guard later[segment.name] == segment.index, let index = known[segment.name] else { continue }
            first = (before[index], segment)
            return
        }
        first = nil
    }

    /// The place of each name that stands once.
    private static func unique(_ segments: [ScannedSegment]) -> [String: Int] {
        var places: [String: Int] = [:]
        var repeated: Set<String> = []
        for segment in segments where !segment.isGap {
            if places.updateValue(segment.index, forKey: segment.name) != nil { repeated.insert(segment.name) }
        }
        for name in repeated { places[name] = nil }
        return places
    }
}

extension ScannedSegment {
    /// What tells it from others: its URI without the query, which may hold a token of the request, and its range.
    var name: String {
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        return byteRange.map { "\(path) \($0)" } ?? String(path)
    }
}
