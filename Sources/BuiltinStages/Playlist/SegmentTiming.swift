import HLS
import Media

/// A media segment that has been stored and waits to be listed.
struct StoredSegment {
    var uri: String
    /// Whether it is a file of its own.
    var hasFile: Bool
    var byteRange: ByteRange?
    var byteCount: Int
    var initialization: InitializationSection?
    var isDiscontinuity: Bool
    var programDateTime: DateTime?
    /// The earliest presentation time of the rendition's first track.
    var start: MediaTime
    /// The sum of the sample durations of that track.
    var ownDuration: MediaTime
    var iFrames: [IFrame]
    /// Whether there are no media at this time.
    var isGap = false

    /// The time by which leading pictures are presented before the first I-frame; zero without them.
    var lead = MediaTime.zero

    /// One I-frame: when it is shown, and the bytes from its fragment's beginning to its own end.
    struct IFrame {
        var time: MediaTime
        var byteRange: ByteRange
    }
}

/// Decides how long segments last from where they begin.
///
/// A duration is the distance to the next segment's beginning where that is known, and otherwise the segment's own,
/// corrected by what the segments before it left over, so that published times follow media time either way.
struct SegmentTiming {
    /// A difference that is a break in the media, and not a picture's worth of rounding.
    private static let smallestBreak = MediaTime.milliseconds(500)
    private var end: MediaTime?

    /// The duration of a segment whose successor begins at `next`.
    func duration(of segment: StoredSegment, next: MediaTime) -> MediaTime {
        let distance = next - segment.start
        return distance > .zero ? distance : segment.ownDuration
    }

    /// The duration of a segment whose successor is not known.
    mutating func duration(of segment: StoredSegment) -> MediaTime {
        let newEnd = segment.start + segment.ownDuration
        defer { end = newEnd }
        guard let end, !segment.isDiscontinuity else { return segment.ownDuration }
        let gap = segment.start > end ? segment.start - end : end - segment.start
        let duration = newEnd - end
        return gap < Self.smallestBreak && duration > .zero ? duration : segment.ownDuration
    }
}

extension SegmentReport {
    /// The track that tells when the segment is: the first one, unless it has a gap there that another has not.
    var leading: TrackReport? {
        guard let first = tracks.first, let longest = tracks.max(by: { $0.duration < $1.duration }) else { return nil }
        return longest.duration - first.duration > .milliseconds(250) ? longest : first
    }
}
