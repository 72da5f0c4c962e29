import HLS
import ISOMedia
import Media

/// B5: each fragment has the decode time of its first sample.
package struct FragmentsHaveDecodeTime: SegmentRule {
    package static let facts = RuleFacts(
        "B5", "Every traf has a tfdt box", .must, clause: "RFC 8216bis 3.3; ISO/IEC 14496-12 8.8.12", kinds: [.media],
        consequence: "players cannot start or seek there, as the position of the fragment is unknown")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let tracks = segment.facts.media?.fragments.lazy.flatMap(\.tracks)
        guard let wrong = tracks?.first(where: { $0.decodeTimeVersion == nil }) else { return }
        findings.add(segment.place(byteOffset: wrong.offset), expected: "tfdt in traf", found: "none")
    }
}
