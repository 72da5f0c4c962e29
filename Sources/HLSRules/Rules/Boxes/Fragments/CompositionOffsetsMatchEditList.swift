import HLS
import ISOMedia
import Media

/// B11: either negative composition offsets or an edit list compensate the delay of reordered frames.
package struct CompositionOffsetsMatchEditList: SegmentRule {
    package static let facts = RuleFacts(
        "B11", "Either composition offsets are negative (trun version 1) or an edit list shifts the video, not both",
        .appleShould,
        clause: "ISO/IEC 23000-19 9.2.1", kinds: [.media], consequence: "video is presented too early relative to audio"
    )

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let header = segment.facts.initialization?.measurement else { return }
        for fragment in segment.facts.media?.fragments.flatMap(\.tracks) ?? [] where fragment.hasNegativeOffsets {
            let place = segment.place(byteOffset: fragment.offset)
            if fragment.lowestRunVersion == 0 {
                return findings.add(
                    place, expected: "trun version 1 for negative composition offsets", found: "version 0")
            }
            guard let track = header.track(fragment.trackID), track.track.handler == "vide",
                track.track.edits.mediaStart > 0
            else { continue }
            return findings.add(
                place, expected: "either negative composition offsets or an edit list",
                found: "both; the edit starts at \(track.track.edits.mediaStart)")
        }
    }
}
