import Media

/// The boundaries of key periods on the media timeline, shared by all renditions.
struct KeyPeriodPlan: Sendable {
    /// The start of segments in all renditions, and the keys that they use.
    struct Boundary: Sendable {
        var start: MediaTime
        /// The period that the rotation requires.
        var required: KeyPeriod
        var assignment: KeyPeriods.Assignment
    }

    private let rotation: RotationOption?
    /// The boundaries by ascending start.
    private var boundaries: [Boundary] = []
    /// The period of an earlier run, which continues; nil for a new presentation.
    private var earlier: KeyPeriod?

    /// The maximum number of boundaries kept, for renditions that are behind the others.
    static let limit = 512

    init(_ rotation: RotationOption?, continuing earlier: KeyPeriod? = nil) {
        self.rotation = rotation
        self.earlier = earlier
    }

    /// The period of a segment that starts a boundary at `start`.
    func required(at start: MediaTime) -> KeyPeriod {
        let former = boundaries.last { $0.start <= start }?.required
        guard var period = former ?? earlier ?? boundaries.first?.required else { return KeyPeriod(start: start) }
        // A timeline that restarts does not end the period.
        guard start >= period.start else {
            return former == nil && earlier != nil ? period.restarted(at: start) : period
        }
        if let interval = rotation?.interval {
            let elapsed = (start - period.start).duration / interval.duration
            let count = Int(clamping: Int64(elapsed.rounded(.down)))
            if count > 0 { period = period.next(count, start: period.start + interval * Int64(count)) }
        } else if let segments = rotation?.segments, period.segmentCount >= segments {
            period = period.next(1, start: start)
        }
        return period
    }

    /// A period that the rotation has required, with its segments so far; nil if no segment required it.
    func period(_ index: Int) -> KeyPeriod? { boundaries.last { $0.required.index == index }?.required }

    /// The boundary of a segment: the nearest one, if it is at most `tolerance` away. Renditions do not start segments at
    /// exactly the same times.
    func boundary(near start: MediaTime, tolerance: MediaTime) -> Boundary? {
        // Behind the boundaries that are kept: the oldest keys.
        if boundaries.count == Self.limit, let first = boundaries.first, start < first.start { return first }
        let index = boundaries.lastIndex { $0.start <= start }
        let before = index.map { boundaries[$0] }
        let after = boundaries.dropFirst((index ?? -1) + 1).first
        let nearest = [before, after].compactMap { $0 }.min {
            ($0.start - start).magnitude < ($1.start - start).magnitude
        }
        guard let nearest, (nearest.start - start).magnitude <= tolerance else { return nil }
        return nearest
    }

    /// Adds a boundary, at which the rotation requires a period. Returns the assignment, whose period includes the segment.
    mutating func add(
        _ start: MediaTime, _ required: KeyPeriod, _ assignment: KeyPeriods.Assignment
    ) -> KeyPeriods.Assignment {
        var (required, assignment) = (required, assignment)
        required.segmentCount += 1
        if assignment.period.index == required.index { assignment.period = required }
        let index = boundaries.lastIndex { $0.start <= start }.map { $0 + 1 } ?? 0
        boundaries.insert(Boundary(start: start, required: required, assignment: assignment), at: index)
        if boundaries.count > Self.limit { boundaries.removeFirst() }
        return assignment
    }
}

extension MediaTime {
    fileprivate var magnitude: MediaTime { self < .zero ? .zero - self : self }
}
