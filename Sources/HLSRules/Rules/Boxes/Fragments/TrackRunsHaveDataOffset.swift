import HLS
import ISOMedia
import Media

/// B7: each track run declares the position of its samples.
package struct TrackRunsHaveDataOffset: SegmentRule {
    package static let facts = RuleFacts(
        "B7", "Every trun has a data offset", .appleShould, clause: "ISO/IEC 23000-19 7.5.17", kinds: [.media],
        consequence: "parsers that require the offset read samples at wrong positions")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let tracks = segment.facts.media?.fragments.lazy.flatMap(\.tracks)
        guard let wrong = tracks?.first(where: { !$0.hasDataOffsets }) else { return }
        findings.add(segment.place(byteOffset: wrong.offset), expected: "data-offset-present in trun", found: "none")
    }
}
