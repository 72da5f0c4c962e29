import HLS
import ISOMedia
import Media

/// Tracks whether a segment continues the timeline of the previous one.
struct SegmentContinuity: Sendable {
    /// The previous segment.
    struct Previous: Sendable {
        var sequence: Int
        /// The presentation time of the first sample.
        var start: MediaTime
        /// The same time without the edit list, which some packagers ignore.
        var mediaStart: MediaTime
        /// The EXTINF duration.
        var duration: MediaTime
        var line: FindingPlace
        var trackID: UInt32
    }

    private(set) var last: Previous?
    /// Whether the EXTINF of the previous segment differs from its media duration by more than half a frame.
    private(set) var hasDurationError = false

    /// Advances to the next segment. Returns false for the first segment and after a discontinuity or gap.
    mutating func advance(_ segment: MeasuredSegment, _ track: MeasuredSegment.Track) -> Bool {
        let before = last
        // Timestamps are not comparable without tfdt (B5), or if leading frames belong to the previous segment (R43).
        guard track.measured.decodeStart != nil, !track.hasSkippedLeading else {
            last = nil
            return false
        }
        last = segment.entry.duration.map {
            Previous(
                sequence: segment.entry.sequence, start: track.start, mediaStart: track.mediaStart, duration: $0,
                line: segment.line,
                trackID: track.header.id)
        }
        hasDurationError = false
        guard let before, before.sequence + 1 == segment.entry.sequence, !segment.entry.isDiscontinuity,
            before.trackID == track.header.id
        else { return false }
        let errors = [before.start, before.mediaStart].map { (track.start - $0 - before.duration).magnitude }
        let error = min(errors[0], errors[1])
        hasDurationError = error * 2 > track.sampleDuration + .milliseconds(2)
        return true
    }
}

extension MediaTime {
    /// The absolute value.
    var magnitude: MediaTime { self < .zero ? .zero - self : self }
}
