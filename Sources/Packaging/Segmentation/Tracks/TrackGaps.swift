import Media

/// The gaps of one track that are not completely assigned to segments.
struct TrackGaps: Sendable {
    /// One gap.
    struct Gap: Sendable {
        /// The number of samples before the gap.
        let position: Int
        /// The end of the part that is assigned to segments, in ticks; nil before the first assignment.
        var assignedEnd: Int64?
        /// The end of the gap, or its known extent while it is open.
        var end: Int64
        /// Whether the gap may be extended.
        var isOpen = true
    }

    private var gaps: [Gap] = []

    /// The minimum duration of a gap in a playlist: about one frame.
    static let minimumDuration = MediaTime.milliseconds(20)

    var isEmpty: Bool { gaps.isEmpty }
    var first: Gap? { gaps.first }
    /// The known extent of the newest gap.
    var end: Int64? { gaps.last?.end }
    /// The known extent of the open gap.
    var openEnd: Int64? { gaps.last.flatMap { $0.isOpen ? $0.end : nil } }

    /// Extends the open gap to `until`, or opens a gap after `position` samples.
    mutating func extend(to until: Int64, position: Int) {
        if let last = gaps.last, last.isOpen {
            gaps[gaps.count - 1].end = max(last.end, until)
        } else {
            gaps.append(Gap(position: position, end: until))
        }
    }

    /// Closes the open gap at `ticks`, or at its known end.
    mutating func close(at ticks: Int64? = nil) {
        guard let last = gaps.last, last.isOpen else { return }
        gaps[gaps.count - 1].isOpen = false
        if let ticks { gaps[gaps.count - 1].end = max(last.end, ticks) }
    }

    /// Records that the first gap is assigned to segments up to `ticks`.
    mutating func advance(to ticks: Int64) { gaps[0].assignedEnd = ticks }
    mutating func removeFirst() { gaps.removeFirst() }
}
