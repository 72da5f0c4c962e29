import HLS
import ISOMedia
import Media

/// S7: AES-128 encrypted segments can be decrypted with their key.
package struct SegmentsDecrypt: SegmentRule {
    package static let facts = RuleFacts(
        "S7", "Segments with METHOD=AES-128 decrypt to complete blocks with valid PKCS #7 padding",
        .must, clause: "RFC 8216bis 4.4.4.4, 5.2", kinds: [.media],
        consequence: "players stop with a media error; hls.js reports fragDecryptError")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let fault = segment.facts.decryptionFault else { return }
        findings.add(segment.place(), expected: "a segment that the key in EXT-X-KEY decrypts", found: fault)
    }
}
