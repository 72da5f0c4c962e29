import HLS
import Media

/// Computes published segment durations.
///
/// A duration is the distance to the start of the next segment if that is known. Otherwise it is the segment's own
/// duration, corrected by the accumulated difference, so that published times follow media time in both cases.
struct SegmentTiming {
    /// The smallest difference between the end of a segment and the start of the next that is a gap in the media rather
    /// than rounding of a frame duration.
    private static let minimumGap = MediaTime.milliseconds(500)
    private var end: MediaTime?

    /// The duration of a segment whose successor starts at `next`.
    func duration(of segment: PendingSegment, next: MediaTime) -> MediaTime {
        let distance = next - segment.start
        return distance > .zero ? distance : segment.ownDuration
    }

    /// The duration of a segment whose successor is unknown.
    mutating func duration(of segment: PendingSegment) -> MediaTime {
        let newEnd = segment.start + segment.ownDuration
        defer { end = newEnd }
        guard let end, !segment.isDiscontinuity else { return segment.ownDuration }
        let gap = segment.start > end ? segment.start - end : end - segment.start
        let duration = newEnd - end
        return gap < Self.minimumGap && duration > .zero ? duration : segment.ownDuration
    }
}

extension SegmentReport {
    /// The track that determines the segment's time: the first one, unless another one is more than 250 ms longer
    /// because the first one has a gap.
    var leading: TrackReport? {
        guard let first = tracks.first, let longest = tracks.max(by: { $0.duration < $1.duration }) else { return nil }
        return longest.duration - first.duration > .milliseconds(250) ? longest : first
    }
}
