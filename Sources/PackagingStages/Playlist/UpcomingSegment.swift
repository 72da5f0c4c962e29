import HLS
import Media

/// A part that has been stored and is to be listed.
struct StoredPart {
    var part: PartialSegment
    var initialization: InitializationSection?
    var isDiscontinuity: Bool
    var programDateTime: DateTime?
}

/// A segment in the making, of which parts are listed before it is whole.
struct UpcomingSegment: Sendable {
    /// What stands behind the last segment; nil before the first part.
    private(set) var entry: MediaSegment?
    private var timeline = PublishedTimeline()

    /// How many parts it has.
    var partCount: Int { entry?.parts.count ?? 0 }

    /// Adds its next part; the first one says what the segment begins with.
    mutating func add(_ stored: StoredPart) {
        var entry =
            entry
            ?? MediaSegment(
                uri: "", duration: .zero, initialization: stored.initialization,
                isDiscontinuity: stored.isDiscontinuity, programDateTime: stored.programDateTime,
                // All of a segment is there or nothing is.
                isGap: stored.part.isGap)
        var part = stored.part
        part.duration = timeline.publish(part.duration)
        entry.parts.append(part)
        self.entry = entry
    }

    /// The segment is whole, or will never be: its parts, for its entry.
    mutating func takeParts() -> [PartialSegment] {
        defer { (entry, timeline) = (nil, PublishedTimeline()) }
        return entry?.parts ?? []
    }
}
