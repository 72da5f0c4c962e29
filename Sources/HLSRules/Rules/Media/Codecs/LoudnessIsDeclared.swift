import HLS
import ISOMedia
import Media

/// R50j: audio initialization sections declare the loudness.
package struct LoudnessIsDeclared: SegmentRule {
    package static let facts = RuleFacts(
        "R50j", "The initialization section of VOD audio declares the loudness (ludt)", .appleShould,
        clause: "Apple 2.19", kinds: [.media], consequence: "the loudness changes between presentations")

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard segment.playlist.text.hasEndList, let facts = segment.facts.initialization,
            seen.insert(facts.identity).inserted
        else { return }
        // The loudness of a live stream is unknown in advance.
        for track in facts.measurement.tracks where track.audio != nil && !track.hasLoudness {
            findings.add(
                segment.initializationPlace(byteOffset: track.offset), expected: "ludt in the track's udta",
                found: "none")
        }
    }
}
