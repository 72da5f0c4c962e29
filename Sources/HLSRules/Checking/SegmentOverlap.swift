/// The common segments of two states of a playlist, identified by name instead of media sequence number.
struct SegmentOverlap {
    /// The first segment of the later state that is also in the earlier state; nil if there is none.
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

    /// The indexes of segments whose name is unique.
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
    /// The identity of a segment: its URI without the query, which may contain a token, and its byte range.
    var name: String {
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        return byteRange.map { "\(path) \($0)" } ?? String(path)
    }
}
