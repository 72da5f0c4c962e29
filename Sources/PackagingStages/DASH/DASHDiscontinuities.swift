import Media

/// The discontinuities of a presentation, at which periods start.
struct DASHDiscontinuities: Sendable {
    private var times: [MediaTime] = []

    /// Adds a discontinuity before the segment that starts at `time`. Each rendition has one.
    mutating func add(_ time: MediaTime) {
        if let last = times.last, time < last + DASHPeriods.tolerance { return }
        times.append(time)
    }

    /// The number, the start and the end of each period; nil at the ends of the presentation.
    var periods: [(index: Int, start: MediaTime?, end: MediaTime?)] {
        (0...times.count).map { ($0, $0 == 0 ? nil : times[$0 - 1], $0 < times.count ? times[$0] : nil) }
    }

    var isEmpty: Bool { times.isEmpty }
}
