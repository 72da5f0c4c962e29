import HLS
import ISOMedia
import Media

/// B14: every sample has a duration.
package struct SamplesHaveDuration: SegmentRule {
    package static let facts = RuleFacts(
        "B14", "No audio or video sample has a duration of zero", .should,
        clause: "ISO/IEC 14496-12 8.8.8; ISO/IEC 23000-19 7.5.17", kinds: [.media],
        consequence: "players skip the frame or stop there")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        for track in segment.tracks where (track.isVideo || track.isAudio) && track.measured.zeroDurations > 0 {
            findings.add(
                segment.place(byteOffset: track.measured.firstOffset),
                expected: "sample durations above zero in track \(track.header.id)",
                found: "\(track.measured.zeroDurations) samples with a duration of zero")
        }
    }
}
