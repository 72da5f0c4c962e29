import HLS
import ISOMedia
import Media

/// R50: every segment decodes behind its initialization section and nothing else.
package struct SegmentsDecodeAlone: DecodeRule {
    package static let facts = RuleFacts(
        "R50", "A segment decodes without an error after its initialization section alone", .must,
        clause: "RFC 8216bis 4.4.2.1, 3.3; Apple 7.4", kinds: [.decode],
        consequence: "pictures are broken or missing after seeking and after a change of variant")

    package init() {}

    package mutating func take(_ segment: DecodedSegment, _ findings: inout RuleFindings) {
        // Without a promise the specification lets segments lean on those before; Apple does not.
        guard findings.profile == .apple || segment.playlist.isDeclaredIndependent else { return }
        let place = FindingPlace(segment.file, playlist: segment.playlist.name, segment: segment.entry.sequence)
        if let error = segment.errors.first {
            findings.add(place, expected: "a segment that decodes", found: error)
        } else if segment.frameCount < segment.sampleCount {
            findings.add(
                place, expected: "\(segment.sampleCount) pictures", found: "\(segment.frameCount) could be decoded")
        }
    }
}
