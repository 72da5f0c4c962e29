import HLS
import ISOMedia
import Media

/// R10: sums of EXTINF stay within one frame of the media.
package struct DurationsAddUpToMedia: SegmentRule {
    package static let facts = RuleFacts(
        "R10", "The sum of any run of EXTINF values is within one frame of what the media lasts", .shouldAppleMust,
        clause: "RFC 8216bis 4.4.4.1; Apple 8.1", kinds: [.media],
        consequence: "seeking lands beside its place, and renditions drift apart")

    /// Where the run begins in media, without and with what the edit list leaves out.
    private var first: (start: MediaTime, media: MediaTime)?
    /// The sum of the run, whose states of the playlist may have lost the beginning.
    private var listed = MediaTime.zero
    private var continuity = SegmentContinuity()

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let track = segment.mainTrack, !segment.playlist.text.isIFramesOnly else { return }
        let before = continuity.last
        let goesOn = continuity.advance(segment, track)
        guard goesOn, let first, let before else {
            (first, listed) = ((track.start, track.mediaStart), .zero)
            return
        }
        listed = listed + before.duration
        let drift = min((track.start - first.start - listed).magnitude, (track.start - first.media - listed).magnitude)
        // Beside sound there are pictures, of a rate that is not known here.
        let frame = track.isVideo ? track.sampleDuration : max(track.sampleDuration, .milliseconds(40))
        guard drift > frame + .milliseconds(1) else { return }
        (self.first, listed) = ((track.start, track.mediaStart), .zero)
        // A single wrong duration is R47's; here is what small ones add up to.
        guard !continuity.hasDurationError else { return }
        findings.add(
            segment.line, expected: "at most \(frame.decimal(places: 6)) s between list and media",
            found: "\(drift.decimal(places: 6)) s")
    }
}
