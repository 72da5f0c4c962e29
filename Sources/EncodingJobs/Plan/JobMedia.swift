package import Media

/// The properties of the input that a plan depends on.
package struct JobMedia: Sendable, Hashable {
    package var duration: MediaTime
    /// The starts of the segments after the first one; nil if the frame times are unknown.
    package var segmentStarts: [MediaTime]?
    /// The end of video; nil if the frame times are unknown.
    package var videoEnd: MediaTime?
    /// The times of the first audio payloads, by track; empty if whole tracks are not divided.
    package var audioStarts: [MediaTime] = []
    /// The formats with which the inputs of encoders begin, by stage name; nil if they are unknown.
    package var formats: [String: [MediaFormat]]?

    package init(duration: MediaTime, segmentStarts: [MediaTime]? = nil, audioStarts: [MediaTime] = []) {
        (self.duration, self.segmentStarts, self.audioStarts) = (duration, segmentStarts, audioStarts)
    }

    /// The starts of the segments of tracks that follow video: those of its segments, then those on the grid after its end.
    /// None is before the first audio payload.
    func followingStarts(on grid: SegmentGrid) -> [MediaTime]? {
        guard var starts = segmentStarts else { return nil }
        if let videoEnd, !grid.interval.isIndefinite {
            let first = grid.firstCut(atOrAfter: videoEnd, inSegmentFrom: starts.last ?? grid.start)
            starts += grid.followingCuts(from: first, knownUpTo: duration).cuts
        }
        guard let first = audioStarts.min() else { return starts }
        return starts.filter { $0 > first }
    }
}
