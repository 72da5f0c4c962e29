import HLS
import ISOMedia
import Media

/// B18: the codec configuration matches the bitstream.
package struct ConfigurationMatchesBitstream: SegmentRule {
    package static let facts = RuleFacts(
        "B18", "Profile and level of the codec configuration match the bitstream", .must,
        clause: "ISO/IEC 14496-15 5.3.3, 8.3.3", kinds: [.media],
        consequence: "players select a decoder that cannot decode the bitstream")

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let facts = segment.facts.initialization, segment.facts.media != nil, !facts.contradictions.isEmpty,
            seen.insert(facts.identity).inserted
        else { return }
        for (track, contradiction) in facts.contradictions.sorted(by: { $0.key < $1.key }) {
            findings.add(
                segment.initializationPlace(byteOffset: facts.measurement.track(track)?.entryOffset),
                expected: "the profile and level of the bitstream", found: contradiction)
        }
    }
}
