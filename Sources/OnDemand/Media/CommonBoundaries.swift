import Media
import Packaging
import PackagingStages
import StageKit

/// The sync samples at which the segments of several video tracks start together.
struct CommonBoundaries {
    /// The start of each segment after the first one.
    let times: BoundaryTimes

    /// The maximum difference between the starts of two tracks: players align renditions by time.
    private static let startTolerance = MediaTime.milliseconds(100)
    /// The maximum difference between the ends of two tracks.
    private static let endTolerance = MediaTime.seconds(1)

    /// Throws if the tracks do not fit together: with the files, the time and the remedy.
    init(_ tracks: [VideoTrackTimes], interval: MediaTime) throws(StageError) {
        guard let leader = tracks.first else {
            times = BoundaryTimes([])
            return
        }
        for other in tracks.dropFirst() { try Self.compareEnds(leader, other) }
        let common = Self.common(tracks)
        let grid = SegmentGrid(start: .zero, interval: interval)
        var cuts: [MediaTime] = []
        var boundary = grid.boundary(after: leader.times.start)
        for time in common where time >= boundary {
            cuts.append(time)
            boundary = grid.boundary(after: time)
        }
        times = BoundaryTimes(cuts)
        try Self.limitDistances(of: cuts, tracks, interval)
    }

    /// The sync samples of the first track that all others have at the same time.
    static func common(_ tracks: [VideoTrackTimes]) -> [MediaTime] {
        tracks.dropFirst().reduce(tracks[0].times.sync) { common, other in
            var index = 0
            let sync = other.times.sync
            return common.filter { time in
                while index < sync.count, sync[index] < time - BoundaryTimes.tolerance { index += 1 }
                return index < sync.count && sync[index] <= time + BoundaryTimes.tolerance
            }
        }
    }

    private static func compareEnds(_ leader: VideoTrackTimes, _ other: VideoTrackTimes) throws(StageError) {
        for (word, first, second, tolerance) in [
            ("starts", leader.times.start, other.times.start, startTolerance),
            ("ends", leader.times.end, other.times.end, endTolerance),
        ] where max(first, second) - min(first, second) > tolerance {
            throw StageError(
                .badTimestamps,
                "'\(other.file)' does not fit '\(leader.file)': its video \(word) at \(seconds(second)), not at "
                    + "\(seconds(first)); encode both from the same source, or remove one")
        }
    }

    /// Throws if a segment would be much longer than the segments of the tracks alone.
    private static func limitDistances(
        of cuts: [MediaTime], _ tracks: [VideoTrackTimes], _ interval: MediaTime
    ) throws(StageError) {
        let leader = tracks[0]
        let longest = tracks.map { track in
            zip(track.times.sync, track.times.sync.dropFirst() + [track.times.end]).map { $1 - $0 }.max() ?? .zero
        }.max()
        let limit = max(interval + interval, interval + (longest ?? .zero))
        var from = leader.times.start
        for to in cuts + [leader.times.end] {
            defer { from = to }
            guard to - from > limit else { continue }
            let culprit = tracks.dropFirst().max { left, right in
                missing(left, of: leader, from, to) < missing(right, of: leader, from, to)
            }
            throw StageError(
                .badTimestamps,
                "'\(culprit?.file ?? "")' does not fit '\(leader.file)': they have no common sync sample between "
                    + "\(seconds(from)) and \(seconds(to)), so segments would last longer than \(limit); encode both "
                    + "with keyframes at the same times (keyframe.force), or remove one")
        }
    }

    /// The number of sync samples of `leader` in a range that a track lacks.
    private static func missing(
        _ track: VideoTrackTimes, of leader: VideoTrackTimes, _ from: MediaTime, _ to: MediaTime
    ) -> Int {
        let inside = leader.times.sync.filter { $0 > from && $0 < to }
        return inside.count - common([VideoTrackTimes(leader, inside), track]).count
    }

    private static func seconds(_ time: MediaTime) -> String { "\(time.decimal(places: 3)) s" }
}

extension VideoTrackTimes {
    fileprivate init(_ track: VideoTrackTimes, _ sync: [MediaTime]) {
        self = VideoTrackTimes(
            file: track.file, times: VideoTimes(start: track.times.start, end: track.times.end, sync: sync))
    }
}
