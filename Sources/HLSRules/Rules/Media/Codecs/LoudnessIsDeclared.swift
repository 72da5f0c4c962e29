import HLS
import ISOMedia
import Media

/// R50j: initialization sections of sound say how loud it is.
package struct LoudnessIsDeclared: SegmentRule {
    package static let facts = RuleFacts(
        "R50j", "The initialization section of sound says its loudness (ludt) where that is known", .appleShould,
        clause: "Apple 2.19", kinds: [.media], consequence: "changes between presentations are loud")

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard segment.playlist.text.hasEndList, let facts = segment.facts.initialization,
            seen.insert(facts.identity).inserted
        else { return }
        // What loudness a live stream will have, nobody knows.
        for track in facts.measurement.tracks where track.audio != nil && !track.hasLoudness {
            findings.add(
                segment.initializationPlace(byteOffset: track.offset), expected: "ludt in the track's udta",
                found: "none")
        }
    }
}
