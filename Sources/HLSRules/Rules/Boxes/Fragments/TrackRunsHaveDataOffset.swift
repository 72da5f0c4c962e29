import HLS
import ISOMedia
import Media

/// B7: each run says where its samples begin.
package struct TrackRunsHaveDataOffset: SegmentRule {
    package static let facts = RuleFacts(
        "B7", "Every trun has a data offset", .appleShould, clause: "ISO/IEC 23000-19 7.5.17", kinds: [.media],
        consequence: "readers that expect it look in the wrong place")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let tracks = segment.facts.media?.fragments.lazy.flatMap(\.tracks)
        guard let wrong = tracks?.first(where: { !$0.hasDataOffsets }) else { return }
        findings.add(segment.place(byteOffset: wrong.offset), expected: "data-offset-present in trun", found: "none")
    }
}
