import HLS
import ISOMedia
import Media

/// R94M: WebVTT segments map their times to media timestamps.
package struct TextSegmentsHaveTimestampMap: SegmentRule {
    package static let facts = RuleFacts(
        "R94M", "Every WebVTT segment has an X-TIMESTAMP-MAP in its header", .appleMust,
        clause: "RFC 8216bis 3.1.4; Apple 5.2", kinds: [.media],
        consequence: "subtitles appear at the wrong time if media timestamps do not start at zero")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard segment.facts.content == .webVTT, !segment.facts.hasTimestampMap else { return }
        findings.add(segment.place(), expected: "X-TIMESTAMP-MAP=… after WEBVTT", found: "none")
    }
}
