import HLS
import Media

/// An incomplete segment whose parts are listed.
struct UpcomingSegment: Sendable {
    /// The playlist entry after the last segment; nil before the first part.
    private(set) var entry: MediaSegment?
    private var timeline = PublishedTimeline()

    /// The number of parts.
    var partCount: Int { entry?.parts.count ?? 0 }

    /// Adds the next part. The first part determines the segment's initialization segment, discontinuity, date and gap
    /// state.
    mutating func add(_ stored: PendingPart) {
        var entry =
            entry
            ?? MediaSegment(
                uri: "", duration: .zero, initialization: stored.initialization,
                isDiscontinuity: stored.isDiscontinuity, programDateTime: stored.programDateTime,
                // Either all parts of a segment are gaps or none.
                isGap: stored.part.isGap)
        var part = stored.part
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
