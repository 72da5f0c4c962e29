import HLS
import ISOMedia
import Media

/// B10: an edit list does no more than skip what comes before the beginning.
package struct EditListSkipsPrimingOnly: SegmentRule {
    package static let facts = RuleFacts(
        "B10", "An edit list before fragments has one entry at most, which skips the beginning of the media",
        .appleShould,
        clause: "ISO/IEC 23000-19 7.5.13; Apple's page on audio priming", kinds: [.media],
        consequence: "players that leave edits out show sound and pictures apart")

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let facts = segment.facts.initialization, seen.insert(facts.identity).inserted else { return }
        for track in facts.measurement.tracks {
            let edits = track.track.edits
            guard edits.entryCount > 1 || track.hasEmptyEdit || edits.isComplex else { continue }
            findings.add(
                segment.initializationPlace(byteOffset: track.offset), expected: "one edit at most, not empty",
                found: "\(edits.entryCount) of track \(track.id), \(edits.entryCount - edits.realEditCount) empty")
        }
    }
}
