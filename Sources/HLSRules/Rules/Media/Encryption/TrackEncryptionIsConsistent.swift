import HLS
import ISOMedia

/// S15: schm, tenc and seig agree.
package struct TrackEncryptionIsConsistent: SegmentRule {
    package static let facts = RuleFacts(
        "S15", "Vectors and pattern in tenc are those of the scheme in schm, and seig groups repeat them",
        .must, clause: "ISO/IEC 23001-7 8.2, 10", kinds: [.media],
        consequence: "players read tenc only, and decrypt wrong bytes; Chromium stops")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        SampleEncryptionFacts.report([.properties], of: segment, &findings)
    }
}
