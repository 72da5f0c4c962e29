import PublicationJournal
import HLS
import Media
import StageKit

extension HLSPlaylist {
    /// Creates the playlists of a rendition at its first segment or part. Lists gaps for the segments of the other
    /// renditions before it, if the rendition appears or returns after them.
    mutating func beginOrReturn(_ segment: Segment, at position: Int, _ effects: inout Effects<Resource>) throws {
        let isFirst = !renditions[position].hasBegun
        if isFirst { try begin(with: segment, at: position, &effects) }
        guard isFirst || segment.isDiscontinuity, renditions[position].upcomingDate == nil,
            !renditions[position].rendition.isTrickPlay, renditions[position].saved?.segments.isEmpty ?? true
        else { return }
        let others = renditions.indices.filter {
            $0 != position && !renditions[$0].isEmpty && !renditions[$0].rendition.isTrickPlay
        }
        // The rendition that lists most: it was there all the time.
        guard let reference = others.max(by: { renditions[$0].listedCount < renditions[$1].listedCount }) else {
            return
        }
        let removals = renditions[position].align(with: renditions[reference], before: segment.report.start)
        remove(removals, at: position, &effects)
    }

    /// Lists the missing end of a rendition as gaps if it exceeds one target duration, the limit of RFC 8216bis 6.2.4.
    ///
    /// Players then know that there is nothing to load and that the presentation continues. Live playlists are
    /// unchanged, because they have already removed segments that others may still list.
    mutating func alignEnds(_ target: TargetDuration, _ effects: inout Effects<Resource>) {
        let main = renditions.indices.filter {
            !renditions[$0].rendition.isTrickPlay && renditions[$0].listedEnd != nil
        }
        guard let last = main.compactMap({ renditions[$0].listedEnd }).max() else { return }
        for index in main {
            guard let end = renditions[index].listedEnd, last - end > target.time else { continue }
            effects.reportWarning(
                "unequal-ends",
                "rendition '\(renditions[index].rendition.id)' ends \((last - end).decimal(places: 3))s before the others"
                    + (options.type == .live ? "" : "; its missing end is listed as gaps"))
            guard options.type != .live else { continue }
            let longest = main.first { renditions[$0].listedEnd == last }
            let ends = longest.map { renditions[$0].ends(after: end) } ?? []
            renditions[index].fillGaps(to: Self.ends(from: end, to: last, along: ends, target: target))
        }
    }

    /// The end times of the gaps: those of the segments of another rendition, `others`, unless they are too far apart, or as
    /// few as possible, of equal duration except for rounding, none longer than a target duration.
    private static func ends(
        from begin: MediaTime, to last: MediaTime, along others: [MediaTime], target: TargetDuration
    ) -> [MediaTime] {
        let distances = zip([begin] + others, others).map { $1 - $0 }
        // Durations are rounded for the comparison with the target duration (RFC 8216bis 4.4.3.1).
        let longest = target.time + .milliseconds(499)
        if others.last == last, distances.allSatisfy({ $0 <= longest }) { return others }
        // The smallest number of equal gaps that are not longer than the target duration.
        let count = SegmentGrid(interval: target.time).index(at: last - begin) + 1
        guard count <= maximumGaps else { return [last] }
        let units = PublishedTimeline.unitsPerSecond
        let total = (last - begin).ticks(at: units)
        return (1..<count).map { begin + MediaTime(value: total / count * $0, timescale: units) } + [last]
    }

    /// The maximum number of gaps. More gaps are merged into one; players skip either form.
    private static let maximumGaps: Int64 = 100_000
}
