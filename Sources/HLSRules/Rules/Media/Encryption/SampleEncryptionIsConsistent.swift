import HLS
import ISOMedia

/// S10: senc, saiz and saio describe the samples.
package struct SampleEncryptionIsConsistent: SegmentRule {
    package static let facts = RuleFacts(
        "S10", "Subsamples contain exactly their sample, and senc, saiz and saio agree",
        .must, clause: "ISO/IEC 23001-7 7.2; ISO/IEC 14496-12 8.7.8", kinds: [.media],
        consequence: "players decrypt wrong bytes or stop")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        SampleEncryptionFacts.report([.auxiliaryInformation], of: segment, &findings)
    }
}
