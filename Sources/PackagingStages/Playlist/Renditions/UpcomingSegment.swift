import HLS
import Media

/// An incomplete segment whose parts are listed.
struct UpcomingSegment: Sendable {
    /// The playlist entry after the last segment; nil before the first part.
    private(set) var entry: MediaSegment?
    private var timeline = PublishedTimeline()

    /// The number of parts.
    var partCount: Int { entry?.parts.count ?? 0 }

    /// Adds the next part. `first` is the entry without parts, for the first part.
    mutating func add(_ part: PartialSegment, to first: MediaSegment) {
        var entry = entry ?? first
        // Either all parts of a segment are gaps or none.
        if entry.parts.isEmpty { entry.isGap = part.isGap }
        var part = part
        part.duration = timeline.publish(part.duration)
        entry.parts.append(part)
        self.entry = entry
    }

    /// Returns the parts for the entry of the whole segment and starts a new upcoming segment.
    mutating func removeParts() -> [PartialSegment] {
        defer { (entry, timeline) = (nil, PublishedTimeline()) }
        return entry?.parts ?? []
    }
}
