import HLS
import ISOMedia
import Media

/// R58: parts contain complete CMAF chunks.
package struct PartsContainCompleteChunks: SegmentRule {
    package static let facts = RuleFacts(
        "R58", "A part contains complete movie fragments",
        .must, clause: "RFC 8216bis 4.4.4.9; Apple's protocol for low latency", kinds: [.media],
        consequence: "players cannot decode the part before the rest of the segment arrives")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        for facts in segment.facts.parts {
            let place = FindingPlace(facts.file, byteOffset: facts.offset, segment: segment.entry.sequence)
            if facts.media.damage != nil || facts.media.boxes.contains(where: \.isCutOff) {
                findings.add(place, expected: "complete boxes", found: "a truncated box")
            } else if facts.media.fragments.isEmpty {
                findings.add(place, expected: "a movie fragment (moof)", found: "none")
            }
        }
    }
}
