import HLS
import ISOMedia

/// S14: with cenc, no counter is used twice with a key.
package struct CountersAreUnique: SegmentRule, MeasurementRule {
    package static let facts = RuleFacts(
        "S14", "With cenc, samples with the same key have different counters", .must,
        clause: "ISO/IEC 23001-7 9.2, 9.3", kinds: [.media],
        consequence: "the media can be recovered without the key")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        SampleEncryptionFacts.report([.repeatedCounter], of: segment, &findings)
    }

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        struct Stream: Hashable { var (keyID, vector) = ("", "") }
        var resources: [Stream: (resource: String, playlist: String)] = [:]
        for (checked, measured) in zip(presentation.presentation.renditions, presentation.renditions) {
            let name = checked.playlist.name
            for counter in measured?.counters ?? [] {
                let stream = Stream(keyID: counter.keyID, vector: counter.vector)
                guard let other = resources[stream] else {
                    resources[stream] = (counter.resource, name)
                    continue
                }
                // Renditions may share segments; one rendition is compared while it is measured.
                guard other.resource != counter.resource, other.playlist != name else { continue }
                findings.add(
                    FindingPlace(name, playlist: name), expected: "other counters than '\(other.playlist)'",
                    found: "segments that both start with the vector \(counter.vector)")
                break
            }
        }
    }
}
