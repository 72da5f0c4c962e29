import HLS
import Media

/// A stored media segment that is not listed yet.
struct PendingSegment {
    var uri: String
    /// Whether the segment is a separate file.
    var hasFile: Bool
    var byteRange: ByteRange?
    var byteCount: Int
    var initialization: InitializationSection?
    var isDiscontinuity: Bool
    var programDateTime: DateTime?
    /// The earliest presentation time of the segment's leading track.
    var start: MediaTime
    /// The sum of the sample durations of that track.
    var ownDuration: MediaTime
    var iFrames: [IFrame]
    /// Whether the segment is a gap.
    var isGap = false

    /// The time by which leading pictures are presented before the first I-frame; zero without them.
    var lead = MediaTime.zero

    /// One I-frame: its presentation time, and the byte range from the start of its fragment to its end.
    struct IFrame {
        var time: MediaTime
        var byteRange: ByteRange
    }
}

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
