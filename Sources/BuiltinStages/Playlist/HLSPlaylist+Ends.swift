import HLS
import Media
import StageKit

extension HLSPlaylist {
    /// Lists what a rendition lacks at its end as missing, where that is more than RFC 8216bis 6.2.4 allows: a target
    /// duration.
    ///
    /// Players then know that there is nothing to load, and that the presentation goes on. Sliding playlists have let go
    /// of what others may still list, and stay as they are.
    mutating func endTogether(_ target: TargetDuration, _ effects: inout Effects<Resource>) {
        let main = writers.indices.filter { !writers[$0].rendition.isTrickPlay && writers[$0].playlists?.end != nil }
        guard let last = main.compactMap({ writers[$0].playlists?.end }).max() else { return }
        for index in main {
            guard let end = writers[index].playlists?.end, last - end > target.time else { continue }
            effects.warn(
                "unequal-ends",
                "rendition '\(writers[index].rendition.id)' ends \((last - end).decimal(places: 3))s before the others"
                    + (options.type == .live ? "" : "; what it lacks is listed as missing"))
            guard options.type != .live else { continue }
            let (layout, rendition) = (layout, writers[index].rendition)
            writers[index].playlists?.fillGaps(to: Self.ends(from: end, to: last, target: target.time)) { number in
                PlaylistLayout.reference(layout.segmentName(rendition, number))
            }
        }
    }

    /// Where missing segments end: one target duration after the other, and none of them nearly nothing.
    private static func ends(from begin: MediaTime, to last: MediaTime, target: MediaTime) -> [MediaTime] {
        // As few as there can be, all of one length but for rounding.
        let count = SegmentGrid(interval: target).index(at: last - begin) + 1
        guard count <= mostMissing else { return [last] }
        let units = PublishedTimeline.unitsPerSecond
        let total = (last - begin).ticks(at: units)
        return (1..<count).map { begin + MediaTime(value: total / count * $0, timescale: units) } + [last]
    }

    /// More are one, which players skip as well.
    private static let mostMissing: Int64 = 100_000
}
