import HLS
import ISOMedia

/// S11: with cenc, protected ranges consist of whole blocks.
package struct ProtectedRangesAreWholeBlocks: SegmentRule {
    package static let facts = RuleFacts(
        "S11", "With cenc, each protected range of video is a multiple of 16 bytes",
        .must, clause: "ISO/IEC 23001-7 10.1", kinds: [.media],
        consequence: "hardware decoders show damaged video")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        SampleEncryptionFacts.report([.partialBlock], of: segment, &findings)
    }
}
