import HLS
import ISOMedia
import Media

/// What was before a segment in its playlist, and whether the segment goes on from there.
struct SegmentContinuity: Sendable {
    /// The segment before.
    struct Previous: Sendable {
        var sequence: Int
        /// Its first presentation.
        var start: MediaTime
        /// The same with what the edit list leaves out, which some count and others do not.
        var mediaStart: MediaTime
        /// What EXTINF says.
        var duration: MediaTime
        var line: FindingPlace
        var trackID: UInt32
    }

    private(set) var last: Previous?
    /// Whether EXTINF of the segment before is not what the media lasts, by more than half a frame.
    private(set) var hasDurationError = false

    /// Takes the next segment; false where there was none before, or a discontinuity or a gap lies between.
    mutating func advance(_ segment: MeasuredSegment, _ track: MeasuredSegment.Track) -> Bool {
        let before = last
        // Without tfdt (B5), and where leading pictures belong to the segment before (R43), times tell nothing.
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
    /// Without a sign.
    var magnitude: MediaTime { self < .zero ? .zero - self : self }
}
