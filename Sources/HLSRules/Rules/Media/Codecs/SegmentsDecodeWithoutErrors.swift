import HLS
import ISOMedia
import Media

/// R50: every segment decodes behind its initialization section and nothing else.
package struct SegmentsDecodeWithoutErrors: DecodeRule {
    package static let facts = RuleFacts(
        "R50", "A segment decodes without an error after its initialization section alone", .must,
        clause: "RFC 8216bis 4.4.2.1, 3.3; Apple 7.4", kinds: [.decode],
        consequence: "pictures and sound are broken or missing, after seeking and changes of variant at the latest")

    package init() {}

    package mutating func process(_ segment: DecodedSegment, _ findings: inout RuleFindings) {
        // Without a promise the specification lets pictures lean on those before, where they do; Apple does not.
        let isAlone = findings.profile == .apple || segment.playlist.isDeclaredIndependent || segment.isIndependent
        let place = FindingPlace(segment.file, playlist: segment.playlist.name, segment: segment.entry.sequence)
        if let error = segment.errors.first(where: { isAlone || $0.isAudio }) {
            findings.add(place, expected: "a segment that decodes", found: error.text)
        } else if isAlone, segment.frameCount < segment.sampleCount {
            findings.add(
                place, expected: "\(segment.sampleCount) pictures", found: "\(segment.frameCount) could be decoded")
        }
    }
}
