import HLS
import ISOMedia
import Media

/// B6: the decode times of a stream without an end have 64 bits.
package struct LiveDecodeTimesHave64Bits: SegmentRule {
    package static let facts = RuleFacts(
        "B6", "The tfdt box has version 1 in live streams, whose times leave 32 bits one day", .should,
        clause: "ISO/IEC 14496-12 8.8.12", kinds: [.media], consequence: "after hours or days times begin anew")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard segment.playlist.text.isLive else { return }
        let tracks = segment.facts.media?.fragments.lazy.flatMap(\.tracks)
        guard let wrong = tracks?.first(where: { $0.decodeTimeVersion == 0 }) else { return }
        findings.add(segment.place(byteOffset: wrong.offset), expected: "tfdt of version 1", found: "version 0")
    }
}
