import HLS
import ISOMedia
import Media

/// R47: EXTINF is the time from the first presentation of a segment to that of the next one.
package struct DurationMatchesNextSegment: SegmentRule {
    package static let facts = RuleFacts(
        "R47",
        "EXTINF is the distance of the earliest presentation times of a segment and the next within half a frame",
        .shouldAppleMust, clause: "RFC 8216bis 4.4.4.1; Apple 8.1", kinds: [.media],
        consequence: "seeking lands beside its place")

    private var continuity = SegmentContinuity()

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let track = segment.mainTrack, !segment.playlist.text.isIFramesOnly else { return }
        let before = continuity.last
        guard continuity.advance(segment, track), let before, continuity.hasDurationError else { return }
        findings.add(
            before.line, expected: "\((track.start - before.start).decimal(places: 6)) s, as the media lasts",
            found: "EXTINF:\(before.duration.decimal(places: 6))")
    }
}
