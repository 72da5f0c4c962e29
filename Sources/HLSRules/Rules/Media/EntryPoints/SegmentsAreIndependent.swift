import HLS
import ISOMedia
import Media

/// R42: what is declared independent decodes by itself.
package struct SegmentsAreIndependent: SegmentRule {
    // Under Apple's profile R43 demands the same of every segment, declared or not.
    package static let facts = RuleFacts(
        "R42", "Under EXT-X-INDEPENDENT-SEGMENTS every segment decodes without those before it",
        .init(rfc: .must, apple: nil), clause: "RFC 8216bis 4.4.2.1", kinds: [.media],
        consequence: "pictures are broken after seeking and after a change of variant")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard segment.playlist.isDeclaredIndependent, !segment.playlist.text.isIFramesOnly,
            let video = segment.tracks.first(where: \.isVideo), let fault = video.entryFault
        else { return }
        findings.add(
            segment.place(byteOffset: video.measured.firstOffset),
            expected: "a segment that begins with a picture from which everything decodes", found: fault)
    }
}
