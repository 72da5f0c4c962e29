import HLS
import ISOMedia
import Media

/// B11: reordered pictures are moved by an edit list or by negative offsets, not by both.
package struct CompositionOffsetsMatchEditList: SegmentRule {
    package static let facts = RuleFacts(
        "B11", "Composition offsets are negative (trun version 1) or an edit list moves the pictures, never both",
        .appleShould,
        clause: "ISO/IEC 23000-19 9.2.1", kinds: [.media], consequence: "pictures come too early for the sound")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let header = segment.facts.initialization?.measurement else { return }
        for fragment in segment.facts.media?.fragments.flatMap(\.tracks) ?? [] where fragment.hasNegativeOffsets {
            let place = segment.place(byteOffset: fragment.offset)
            if fragment.lowestRunVersion == 0 {
                return findings.add(place, expected: "trun of version 1 for negative offsets", found: "version 0")
            }
            guard let track = header.track(fragment.trackID), track.track.handler == "vide",
                track.track.edits.mediaStart > 0
            else { continue }
            return findings.add(
                place, expected: "negative offsets or an edit list",
                found: "both; the edit begins at \(track.track.edits.mediaStart)")
        }
    }
}
