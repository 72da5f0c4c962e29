import HLS
import ISOMedia
import Media

/// B10: edit lists only skip encoder priming.
package struct EditListSkipsPrimingOnly: SegmentRule {
    package static let facts = RuleFacts(
        "B10", "An edit list in an initialization section has at most one entry, which skips the start of the media",
        .appleShould,
        clause: "ISO/IEC 23000-19 7.5.13; Apple's page on audio priming", kinds: [.media],
        consequence: "audio and video are out of sync in players that ignore edit lists")

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let facts = segment.facts.initialization, seen.insert(facts.identity).inserted else { return }
        for track in facts.measurement.tracks {
            let edits = track.track.edits
            guard edits.entryCount > 1 || track.hasEmptyEdit || edits.isComplex else { continue }
            findings.add(
                segment.initializationPlace(byteOffset: track.offset), expected: "at most one edit, not an empty one",
                found:
                    "\(edits.entryCount) edits in track \(track.id), \(edits.entryCount - edits.realEditCount) empty"
            )
        }
    }
}
