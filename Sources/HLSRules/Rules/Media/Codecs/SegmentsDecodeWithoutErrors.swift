import HLS
import ISOMedia
import Media

/// R50: every segment decodes with only its initialization section.
package struct SegmentsDecodeWithoutErrors: DecodeRule {
    package static let facts = RuleFacts(
        "R50", "Every segment decodes without errors with only its initialization section", .must,
        clause: "RFC 8216bis 4.4.2.1, 3.3; Apple 7.4", kinds: [.decode],
        consequence: "audio or video is corrupt or missing, at the latest after seeking or a variant switch")

    package init() {}

    package mutating func process(_ segment: DecodedSegment, _ findings: inout RuleFindings) {
        // RFC 8216bis permits references to earlier segments if independence is not declared; Apple does not.
        let isAlone = findings.profile == .apple || segment.playlist.isDeclaredIndependent || segment.isIndependent
        let place = FindingPlace(segment.file, playlist: segment.playlist.name, segment: segment.entry.sequence)
        if let error = segment.errors.first(where: { isAlone || $0.isAudio }) {
            findings.add(place, expected: "a segment that decodes", found: error.text)
        } else if isAlone, segment.frameCount < segment.sampleCount {
            findings.add(
                place, expected: "\(segment.sampleCount) decoded frames", found: "\(segment.frameCount)")
        }
    }
}
