import HLS
import ISOMedia
import Media

/// R94M: WebVTT says how its times lie beside those of other media.
package struct TextSegmentsHaveTimestampMap: SegmentRule {
    package static let facts = RuleFacts(
        "R94M", "Every WebVTT segment has an X-TIMESTAMP-MAP in its header", .appleMust,
        clause: "RFC 8216bis 3.1.4; Apple 5.2", kinds: [.media],
        consequence: "subtitles come at the wrong time where media times do not begin at zero")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard segment.facts.content == .webVTT, !segment.facts.hasTimestampMap else { return }
        findings.add(segment.place(), expected: "X-TIMESTAMP-MAP=… behind WEBVTT", found: "none")
    }
}
