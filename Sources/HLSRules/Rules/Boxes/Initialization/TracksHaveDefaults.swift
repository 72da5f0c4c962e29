import HLS
import ISOMedia
import Media

/// B8: initialization sections have fragment defaults for every track.
package struct TracksHaveDefaults: SegmentRule {
    package static let facts = RuleFacts(
        "B8", "An initialization section has mvex with a trex for each track", .must,
        clause: "RFC 8216bis 3.3; ISO/IEC 14496-12 8.8.1, 8.8.3", kinds: [.media],
        consequence: "parsers do not expect movie fragments")

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let facts = segment.facts.initialization, seen.insert(facts.identity).inserted else { return }
        for track in facts.measurement.tracks where !track.hasDefaults {
            findings.add(
                segment.initializationPlace(byteOffset: track.offset), expected: "trex for track \(track.id) in mvex",
                found: facts.measurement.extends ? "mvex without trex for the track" : "no mvex")
        }
    }
}
