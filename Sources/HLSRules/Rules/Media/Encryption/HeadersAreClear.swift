import HLS
import ISOMedia

/// S12: players can parse headers without a key.
package struct HeadersAreClear: SegmentRule {
    package static let facts = RuleFacts(
        "S12", "NAL unit, slice, tile and frame headers are not encrypted",
        .must, clause: "ISO/IEC 23001-7 9.5", kinds: [.media],
        consequence: "decoders of protected video cannot parse the samples")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        SampleEncryptionFacts.report([.protectedHeader], of: segment, &findings)
    }
}
