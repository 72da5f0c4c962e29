import HLS
import ISOMedia
import Media

/// S7: what AES-128 encrypts can be decrypted with its key.
package struct SegmentsDecrypt: SegmentRule {
    package static let facts = RuleFacts(
        "S7", "A segment under METHOD=AES-128 is whole blocks with the padding of PKCS #7 under its key and vector",
        .must, clause: "RFC 8216bis 4.4.4.4, 5.2", kinds: [.media],
        consequence: "players stop with a media error; hls.js reports fragDecryptError")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let fault = segment.facts.decryptionFault else { return }
        findings.add(segment.place(), expected: "what the key of EXT-X-KEY encrypts", found: fault)
    }
}
