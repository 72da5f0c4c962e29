import HLS
import ISOMedia
import Media

/// R10: sums of EXTINF values match the media within one frame.
package struct DurationsAddUpToMedia: SegmentRule {
    package static let facts = RuleFacts(
        "R10", "The sum of consecutive EXTINF values is within one frame of the media duration", .shouldAppleMust,
        clause: "RFC 8216bis 4.4.4.1; Apple 8.1", kinds: [.media],
        consequence: "players seek to inexact positions, and renditions drift apart")

    /// The media time at which the sum starts, after and before edits are applied.
    private var first: (start: MediaTime, media: MediaTime)?
    /// The sum of durations; a sliding window may no longer list the first ones.
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
        // Audio has video next to it, at an unknown frame rate.
        let frame = track.isVideo ? track.sampleDuration : max(track.sampleDuration, .milliseconds(40))
        guard drift > frame + .milliseconds(1) else { return }
        (self.first, listed) = ((track.start, track.mediaStart), .zero)
        // R47 reports single wrong durations; this rule reports accumulated differences.
        guard !continuity.hasDurationError else { return }
        findings.add(
            segment.line, expected: "at most \(frame.decimal(places: 6)) s between playlist and media",
            found: "\(drift.decimal(places: 6)) s")
    }
}
