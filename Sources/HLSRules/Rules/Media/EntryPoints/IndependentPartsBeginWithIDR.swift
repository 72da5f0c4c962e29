import HLS
import ISOMedia
import Media

/// R55: INDEPENDENT says whether decoding can begin in a part.
package struct IndependentPartsBeginWithIDR: SegmentRule {
    package static let facts = RuleFacts(
        "R55", "INDEPENDENT=YES stands on a part exactly where it begins with an IDR picture", .must,
        clause: "RFC 8216bis 4.4.4.9", kinds: [.media],
        consequence: "players begin where nothing decodes, or wait longer than they need to")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        for facts in segment.facts.parts {
            let tracks = facts.tracks(of: segment)
            guard let video = tracks.first(where: \.isVideo) else { continue }
            let place = FindingPlace(facts.file, byteOffset: facts.offset, segment: segment.entry.sequence)
            if facts.part.isIndependent, video.entryFault != nil, video.measured.syncTimes.isEmpty {
                findings.add(place, expected: "an IDR picture in the part", found: "none, and INDEPENDENT=YES")
            } else if !facts.part.isIndependent, video.measured.entryPoint == .closed, video.measured.beginsWithSync {
                findings.add(
                    place, expected: "INDEPENDENT=YES", found: "none, and the part begins with an IDR picture",
                    level: .should)
            }
        }
    }
}

extension PartFacts {
    /// The tracks of the part with what the initialization section says of them.
    func tracks(of segment: MeasuredSegment) -> [MeasuredSegment.Track] {
        var whole = segment
        whole.facts.media = media
        return whole.tracks
    }
}
