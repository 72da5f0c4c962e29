import Media

/// The cuts of the leading track that following tracks may still need.
struct LeaderCuts: Sendable {
    private var cuts: [MediaTime] = []
    private var removedCount = 0
    /// The newest cut; nil before the first.
    private(set) var last: MediaTime?

    /// The cut that ends segment `index`; nil if the leading track has not reached it.
    subscript(index: Int) -> MediaTime? {
        let position = index - removedCount
        return cuts.indices.contains(position) ? cuts[position] : nil
    }

    mutating func append(_ cut: MediaTime) {
        cuts.append(cut)
        last = cut
    }

    /// Appends the boundaries of a grid at which tracks that follow are cut before the leading track starts.
    mutating func append(along grid: SegmentGrid, from start: MediaTime, to leaderStart: MediaTime) {
        guard !grid.interval.isIndefinite else { return }
        var cut = grid.boundary(after: start + grid.shortestFollowing)
        while cut <= leaderStart {
            append(cut)
            cut = grid.boundary(after: cut)
        }
    }

    /// Appends the cuts after the end of the leading track, which presents `leader`, for tracks that are known up to
    /// `knownEnd`. Returns the next one, which depends on later media.
    mutating func extend(
        along grid: SegmentGrid, after leader: Range<MediaTime>, to knownEnd: MediaTime
    ) -> MediaTime {
        guard !grid.interval.isIndefinite else { return .indefinite }
        // Cuts at or after the end are those of an earlier call.
        let first =
            if let last, last >= leader.upperBound {
                grid.boundary(after: last)
            } else {
                grid.firstCut(atOrAfter: leader.upperBound, inSegmentFrom: last ?? leader.lowerBound)
            }
        let (cuts, next) = grid.followingCuts(from: first, knownUpTo: knownEnd)
        for cut in cuts { append(cut) }
        return next
    }

    /// Removes the cuts that all tracks have passed.
    mutating func removeAll(before index: Int) {
        guard index - removedCount > 16 else { return }
        cuts.removeFirst(min(index - removedCount, cuts.count))
        removedCount = index
    }
}
