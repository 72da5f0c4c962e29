import Media

/// Determines the segment starts of one track.
///
/// Tracks whose samples depend on each other start a segment at the first sync sample, or accepted recovery point, at or
/// after each grid boundary.
/// Other tracks follow the leading track: they start a segment at the first sample at or after each of its cuts.
struct SegmentCutter: Sendable {
    enum Rule: Sendable {
        case ownSyncSamples
        case follow
    }

    let rule: Rule
    private let timescale: Int32
    private let grid: SegmentGrid
    /// The sync samples that start segments; nil for the first one at or after each boundary of the grid.
    private let boundaries: BoundaryTimes?
    /// The next cut by the grid, in ticks of the track.
    private var nextCut = Int64.min
    /// The cut of the leading track that ends a segment, in ticks of the track; nil before it is known.
    private var leaderCut: (index: Int, ticks: Int64)?
    /// The index of the segment that contains the last sample.
    private(set) var segmentIndex = 0

    init(rule: Rule, timescale: Int32, grid: SegmentGrid, boundaries: BoundaryTimes? = nil) {
        self.rule = rule
        self.timescale = timescale
        self.grid = grid
        self.boundaries = boundaries
    }

    /// Starts a segment with the next sample, regardless of the grid.
    mutating func cut() { segmentIndex += 1 }

    /// Ends the current segment during a gap that lasts until at least `ticks`, and starts the next one. Returns the
    /// cut; nil if there is none up to `ticks`.
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

    /// Aligns the segments of a track that starts with a gap to the grid.
    mutating func beginInGap(at ticks: Int64) {
        guard rule == .ownSyncSamples, nextCut == .min else { return }
        nextCut = grid.boundary(after: MediaTime(value: ticks, timescale: timescale))
            .ticks(at: timescale, rounding: .up)
    }

    /// The boundary that ends the current segment, in ticks; nil for tracks that follow another one or have not
    /// started.
    var nextGridCut: Int64? { rule == .ownSyncSamples && nextCut > .min ? nextCut : nil }

    /// Returns whether `sample` belongs to a later segment than the preceding one. May be called again with the same
    /// sample.
    mutating func begins(with sample: Sample, leaderCuts: LeaderCuts) -> Bool {
        begins(isSync: sample.flags.isEntryPoint, at: sample.presentationTicks, leaderCuts: leaderCuts)
    }

    /// Returns whether the sample that is presented at `ticks` belongs to a later segment than the preceding one.
    @inline(__always)
    mutating func begins(isSync: Bool, at ticks: Int64, leaderCuts: LeaderCuts) -> Bool {
        switch rule {
        case .ownSyncSamples: isSync && isBoundary(ticks) && beginsAtSync(ticks)
        case .follow: followsCut(at: ticks, leaderCuts)
        }
    }

    private mutating func beginsAtSync(_ ticks: Int64) -> Bool {
        let isFirst = nextCut == .min
        if !isFirst { segmentIndex += 1 }
        nextCut = grid.boundary(after: MediaTime(value: ticks, timescale: timescale))
            .ticks(at: timescale, rounding: .up)
        return !isFirst
    }

    @inline(__always) private mutating func followsCut(at ticks: Int64, _ leaderCuts: LeaderCuts) -> Bool {
        // Most samples are before the cut, whose conversion takes longer than everything else.
        if let leaderCut, leaderCut.index == segmentIndex, ticks < leaderCut.ticks { return false }
        return followsNextCut(at: ticks, leaderCuts)
    }

    private mutating func followsNextCut(at ticks: Int64, _ leaderCuts: LeaderCuts) -> Bool {
        let before = segmentIndex
        while let cut = leaderCuts[segmentIndex] {
            let cutTicks = cut.ticks(at: timescale, rounding: .up)
            leaderCut = (segmentIndex, cutTicks)
            guard ticks >= cutTicks else { break }
            segmentIndex += 1
        }
        return segmentIndex > before
    }

    private func isBoundary(_ ticks: Int64) -> Bool {
        guard let boundaries, nextCut > .min else { return ticks >= nextCut }
        return boundaries.contains(MediaTime(value: ticks, timescale: timescale))
    }
}
