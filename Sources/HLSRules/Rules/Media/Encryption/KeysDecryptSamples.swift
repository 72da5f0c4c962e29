import HLS
import ISOMedia

/// S16: the key decrypts the samples.
package struct KeysDecryptSamples: SegmentRule {
    package static let facts = RuleFacts(
        "S16", "Samples decrypted with their key are those of the codec",
        .must, clause: "ISO/IEC 23001-7 9", kinds: [.media],
        consequence: "players show damaged media or stop")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        SampleEncryptionFacts.report([.wrongKey], of: segment, &findings)
    }
}
