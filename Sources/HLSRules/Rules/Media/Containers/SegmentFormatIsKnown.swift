import HLS
import ISOMedia
import Media

/// S1: segments have one of the formats of HLS.
package struct SegmentFormatIsKnown: SegmentRule {
    package static let facts = RuleFacts(
        "S1", "A segment is a transport stream, fragmented MP4, packed audio or WebVTT", .must,
        clause: "RFC 8216bis 3.1", kinds: [.media],
        consequence: "players stop with a media error; hls.js reports fragParsingError")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard segment.facts.content == .unknown else { return }
        findings.add(
            segment.place(byteOffset: segment.facts.offset),
            expected: "a transport stream, ISO BMFF boxes, ADTS, MPEG or AC-3 audio frames, or WebVTT",
            found: segment.facts.beginning)
    }
}
