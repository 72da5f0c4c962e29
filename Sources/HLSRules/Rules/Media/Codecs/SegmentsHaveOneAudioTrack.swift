import HLS
import ISOMedia
import Media

/// R50b: a segment has one stream of sound at most.
package struct SegmentsHaveOneAudioTrack: SegmentRule {
    package static let facts = RuleFacts(
        "R50b", "A segment holds one stream of sound at most", .appleMust, clause: "Apple 2.17", kinds: [.media],
        consequence: "players choose any of them")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let count = segment.tracks.count(where: \.isAudio)
        guard count > 1 else { return }
        findings.add(segment.place(), expected: "one track of sound", found: "\(count)")
    }
}
