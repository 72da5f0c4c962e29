import HLS
import ISOMedia
import Media

/// R58: a part is made of whole fragments of one track.
package struct PartsContainCompleteChunks: SegmentRule {
    package static let facts = RuleFacts(
        "R58", "A part holds whole fragments, from the first byte of a box to the last of its media",
        .must, clause: "RFC 8216bis 4.4.4.9; Apple's protocol for low latency", kinds: [.media],
        consequence: "players cannot show the part before the rest of the segment is there")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        for facts in segment.facts.parts {
            let place = FindingPlace(facts.file, byteOffset: facts.offset, segment: segment.entry.sequence)
            if facts.media.damage != nil || facts.media.boxes.contains(where: \.isCutOff) {
                findings.add(place, expected: "whole boxes", found: "a box that is cut off")
            } else if facts.media.fragments.isEmpty {
                findings.add(place, expected: "a movie fragment (moof)", found: "none")
            }
        }
    }
}
