import HLS
import ISOMedia
import Media

/// B9: initialization sections contain no samples.
package struct SampleTablesAreEmpty: SegmentRule {
    package static let facts = RuleFacts(
        "B9", "The sample tables of an initialization section are empty", .must,
        clause: "RFC 8216bis 3.3", kinds: [.media], consequence: "parsers look for media data that does not exist")

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let facts = segment.facts.initialization, seen.insert(facts.identity).inserted else { return }
        for track in facts.measurement.tracks where track.hasSamples {
            findings.add(
                segment.initializationPlace(byteOffset: track.offset), expected: "no samples in track \(track.id)",
                found: "sample tables with entries")
        }
    }
}
