import HLS
import ISOMedia
import Media

/// B19: metadata is inside the movie box.
package struct MetadataIsInMovie: SegmentRule {
    package static let facts = RuleFacts(
        "B19", "The meta box is in moov or trak, not at the top level of the file", .appleShould,
        clause: "ISO/IEC 23000-19 7.5.2",
        kinds: [.media])

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let facts = segment.facts.initialization, seen.insert(facts.identity).inserted,
            let box = facts.measurement.boxes.first(where: { $0.type == .meta })
        else { return }
        findings.add(
            segment.initializationPlace(byteOffset: box.offset), expected: "meta in moov",
            found: "meta at the top level")
    }
}
