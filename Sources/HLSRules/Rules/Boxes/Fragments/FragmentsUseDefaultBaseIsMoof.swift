import HLS
import ISOMedia
import Media

/// B4: data offsets are relative to the movie fragment.
package struct FragmentsUseDefaultBaseIsMoof: SegmentRule {
    package static let facts = RuleFacts(
        "B4", "The tfhd box has default-base-is-moof set and no base_data_offset", .must,
        clause: "RFC 8216bis 3.3; ISO/IEC 14496-12 8.8.7; ISO/IEC 23000-19 7.5.16", kinds: [.media],
        consequence:
            "players that append segments to one buffer read samples at wrong offsets; Chromium rejects the segments")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let tracks = segment.facts.media?.fragments.lazy.flatMap(\.tracks)
        guard let wrong = tracks?.first(where: { !$0.hasDefaultBase || $0.hasBaseOffset }) else { return }
        findings.add(
            segment.place(byteOffset: wrong.offset), expected: "default-base-is-moof in the flags of tfhd",
            found: wrong.hasBaseOffset ? "base_data_offset" : "neither default-base-is-moof nor base_data_offset")
    }
}
