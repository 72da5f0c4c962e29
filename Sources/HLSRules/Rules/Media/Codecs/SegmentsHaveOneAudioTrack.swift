import HLS
import ISOMedia
import Media

/// R50b: a segment has at most one audio track.
package struct SegmentsHaveOneAudioTrack: SegmentRule {
    package static let facts = RuleFacts(
        "R50b", "A segment contains at most one audio track", .appleMust, clause: "Apple 2.17", kinds: [.media],
        consequence: "players play an arbitrary one")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let count = segment.tracks.count(where: \.isAudio)
        guard count > 1 else { return }
        findings.add(segment.place(), expected: "at most one audio track", found: "\(count)")
    }
}
