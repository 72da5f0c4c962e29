import Media

/// The times in which a track has nothing, between samples that have and have not been given to their segments.
struct TrackGaps: Sendable {
    /// One such time.
    struct Gap: Sendable {
        /// How many samples of the track came before it.
        let position: Int
        /// Up to where it has been given to segments, in ticks; nil before it has been begun.
        var from: Int64?
        /// Where it ends, or how far it goes at least while it is open.
        var until: Int64
        /// Whether more of it may come.
        var isOpen = true
    }

    private var gaps: [Gap] = []

    /// A piece shorter than this is no entry of a playlist: about one picture.
    static let shortest = MediaTime.milliseconds(20)

    var isEmpty: Bool { gaps.isEmpty }
    var first: Gap? { gaps.first }
    /// How far the gap goes that is still open.
    var openUntil: Int64? { gaps.last.flatMap { $0.isOpen ? $0.until : nil } }

    /// Nothing comes before `until`; `position` samples have come so far.
    mutating func extend(to until: Int64, position: Int) {
        if let last = gaps.last, last.isOpen {
            gaps[gaps.count - 1].until = max(last.until, until)
        } else {
            gaps.append(Gap(position: position, until: until))
        }
    }

    /// Samples go on at `ticks`, or where the gap was said to end.
    mutating func close(at ticks: Int64? = nil) {
        guard let last = gaps.last, last.isOpen else { return }
        gaps[gaps.count - 1].isOpen = false
        if let ticks { gaps[gaps.count - 1].until = max(last.until, ticks) }
    }

    /// The first gap has been given to segments up to `ticks`.
    mutating func pass(to ticks: Int64) { gaps[0].from = ticks }
    mutating func removeFirst() { gaps.removeFirst() }
}
