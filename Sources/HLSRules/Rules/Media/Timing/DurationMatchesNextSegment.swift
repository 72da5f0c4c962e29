import HLS
import ISOMedia
import Media

/// R47: EXTINF is the distance between the first presentation times of consecutive segments.
package struct DurationMatchesNextSegment: SegmentRule {
    package static let facts = RuleFacts(
        "R47",
        "EXTINF is within half a frame of the distance between the presentation starts of consecutive segments",
        .shouldAppleMust, clause: "RFC 8216bis 4.4.4.1; Apple 8.1", kinds: [.media],
        consequence: "players seek to inexact positions")

    private var continuity = SegmentContinuity()

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let track = segment.mainTrack, !segment.playlist.text.isIFramesOnly else { return }
        let before = continuity.last
        guard continuity.advance(segment, track), let before, continuity.hasDurationError else { return }
        findings.add(
            before.line, expected: "\((track.start - before.start).decimal(places: 6)) s, as in the media",
            found: "EXTINF:\(before.duration.decimal(places: 6))")
    }
}
