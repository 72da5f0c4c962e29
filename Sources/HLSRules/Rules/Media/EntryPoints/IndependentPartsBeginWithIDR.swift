import HLS
import ISOMedia
import Media

/// R55: INDEPENDENT=YES marks parts at which decoding can start.
package struct IndependentPartsBeginWithIDR: SegmentRule {
    package static let facts = RuleFacts(
        "R55", "INDEPENDENT=YES marks exactly the parts that contain an IDR picture", .must,
        clause: "RFC 8216bis 4.4.4.9", kinds: [.media],
        consequence: "players start at a part that cannot be decoded, or wait longer than necessary")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        for facts in segment.facts.parts {
            let tracks = facts.tracks(of: segment)
            guard let video = tracks.first(where: \.isVideo) else { continue }
            let place = FindingPlace(facts.file, byteOffset: facts.offset, segment: segment.entry.sequence)
            if facts.part.isIndependent, video.entryFault != nil, video.measured.syncTimes.isEmpty {
                findings.add(
                    place, expected: "an IDR picture in the part", found: "no IDR picture, but INDEPENDENT=YES")
            } else if !facts.part.isIndependent, video.measured.entryPoint == .closed, video.measured.beginsWithSync {
                findings.add(
                    place, expected: "INDEPENDENT=YES", found: "no INDEPENDENT, but an IDR picture at the start",
                    level: .should)
            }
        }
    }
}

extension PartFacts {
    /// The tracks of the part with their descriptions from the initialization section.
    func tracks(of segment: MeasuredSegment) -> [MeasuredSegment.Track] {
        var whole = segment
        whole.facts.media = media
        return whole.tracks
    }
}
