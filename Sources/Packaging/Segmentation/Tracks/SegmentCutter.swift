import Media

/// Decides where the segments of one track begin.
///
/// Tracks whose samples depend on each other cut themselves, at the first sync sample at or after each boundary of
/// the grid. The others follow the leading track: at the first sample at or after each of its cuts.
struct SegmentCutter: Sendable {
    enum Rule: Sendable {
        case ownSyncSamples
        case follow
    }

    let rule: Rule
    private let timescale: Int32
    private let grid: SegmentGrid
    /// The next cut in ticks of the track, by its own grid.
    private var nextCut = Int64.min
    /// The number of the segment that the last sample went to.
    private(set) var segmentIndex = 0

    init(rule: Rule, timescale: Int32, grid: SegmentGrid) {
        self.rule = rule
        self.timescale = timescale
        self.grid = grid
    }

    /// Begins a segment with the next sample, whatever the grid says.
    mutating func cut() { segmentIndex += 1 }

    /// The end of the segment that is being filled, where a gap goes on at least to `ticks`; begins the next one.
    mutating func cutInGap(upTo ticks: Int64, leaderCuts: LeaderCuts) -> MediaTime? {
        switch rule {
        case .ownSyncSamples:
            guard nextCut > .min, nextCut <= ticks else { return nil }
            let cut = grid.boundary(after: MediaTime(value: nextCut - 1, timescale: timescale))
            nextCut = grid.boundary(after: cut).ticks(at: timescale, rounding: .up)
            segmentIndex += 1
            return cut
        case .follow:
            guard let cut = leaderCuts[segmentIndex], cut.ticks(at: timescale, rounding: .up) <= ticks else {
                return nil
            }
            segmentIndex += 1
            return cut
        }
    }

    /// A gap begins the track: its segments end on the grid.
    mutating func beginInGap(at ticks: Int64) {
        guard rule == .ownSyncSamples, nextCut == .min else { return }
        nextCut = grid.boundary(after: MediaTime(value: ticks, timescale: timescale))
            .ticks(at: timescale, rounding: .up)
    }

    /// The boundary that ends the segment that is being filled, in ticks; nil for who follows another or has not begun.
    var ownCut: Int64? { rule == .ownSyncSamples && nextCut > .min ? nextCut : nil }

    /// Whether `sample` belongs to a later segment than the one before it; may be asked again of the same one.
    mutating func begins(with sample: Sample, leaderCuts: LeaderCuts) -> Bool {
        let before = segmentIndex
        switch rule {
        case .ownSyncSamples:
            guard sample.isSync, sample.presentationTicks >= nextCut else { return false }
            if nextCut > .min { segmentIndex += 1 }
            nextCut = grid.boundary(after: sample.presentationTime).ticks(at: timescale, rounding: .up)
        case .follow:
            while let cut = leaderCuts[segmentIndex],
                sample.presentationTicks >= cut.ticks(at: timescale, rounding: .up)
            {
                segmentIndex += 1
            }
        }
        return segmentIndex > before
    }
}

/// Where the leading track has cut, as far back as a following track may still ask.
struct LeaderCuts: Sendable {
    private var cuts: [MediaTime] = []
    private var forgotten = 0

    /// The cut that ends segment `index`; nil while the leader has not come so far.
    subscript(index: Int) -> MediaTime? {
        let position = index - forgotten
        return cuts.indices.contains(position) ? cuts[position] : nil
    }

    mutating func append(_ cut: MediaTime) { cuts.append(cut) }

    /// Forgets the cuts that all tracks have passed.
    mutating func forget(before index: Int) {
        guard index - forgotten > 16 else { return }
        cuts.removeFirst(min(index - forgotten, cuts.count))
        forgotten = index
    }
}
