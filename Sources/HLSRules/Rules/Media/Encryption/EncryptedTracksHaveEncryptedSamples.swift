import HLS
import ISOMedia

/// S13: encrypted tracks have no clear samples.
package struct EncryptedTracksHaveEncryptedSamples: SegmentRule {
    package static let facts = RuleFacts(
        "S13", "Samples of encrypted tracks are encrypted",
        .should, clause: "ISO/IEC 23001-7 6", kinds: [.media],
        consequence: "content that should be protected can be copied")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        SampleEncryptionFacts.report([.clearSamples], of: segment, &findings)
    }
}
