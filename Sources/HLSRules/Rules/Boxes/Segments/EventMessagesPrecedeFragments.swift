import HLS
import ISOMedia
import Media

/// B21: event messages precede the fragments that they apply to.
package struct EventMessagesPrecedeFragments: SegmentRule {
    package static let facts = RuleFacts(
        "B21", "Each emsg is complete, precedes the first moof and has version 1", .appleShould,
        clause: "ISO/IEC 23009-1 5.10.3.3; ISO/IEC 23000-19 7.4.5; AOM's ID3 timed metadata in CMAF", kinds: [.media],
        consequence: "players ignore the timed metadata")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        if let event = segment.facts.media?.events.first(where: { !$0.isTerminated }) {
            return findings.add(
                segment.place(byteOffset: event.offset), expected: "a scheme and a value that end with a zero byte",
                found: "the end of the box", level: .must)
        }
        guard let event = segment.facts.media?.events.first(where: { !$0.isBeforeFragments || $0.version != 1 }) else {
            return
        }
        findings.add(
            segment.place(byteOffset: event.offset), expected: "emsg version 1 before moof",
            found: event.isBeforeFragments ? "version \(event.version)" : "emsg after moof")
    }
}
