import HLS
import ISOMedia
import Media

/// R42: segments that are declared independent decode without earlier segments.
package struct SegmentsAreIndependent: SegmentRule {
    // In Apple's profile, R43 requires the same of every segment, declared or not.
    package static let facts = RuleFacts(
        "R42", "With EXT-X-INDEPENDENT-SEGMENTS, every segment decodes without earlier segments",
        .init(rfc: .must, apple: nil), clause: "RFC 8216bis 4.4.2.1", kinds: [.media],
        consequence: "video is corrupt after seeking and variant switches")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard segment.playlist.isDeclaredIndependent, !segment.playlist.text.isIFramesOnly,
            let video = segment.tracks.first(where: \.isVideo), let fault = video.entryFault
        else { return }
        findings.add(
            segment.place(byteOffset: video.measured.firstOffset),
            expected: "a segment that starts with an IDR picture or equivalent", found: fault)
    }
}
