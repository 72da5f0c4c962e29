import HLS
import ISOMedia
import Media

/// B12: what is marked as a sync sample is one, and the first IDR picture is marked.
package struct SyncFlagsMatchBitstream: SegmentRule {
    package static let facts = RuleFacts(
        "B12", "Sample flags call those samples sync samples from which decoding can begin", .must,
        clause: "ISO/IEC 14496-12 8.8.3.1; ISO/IEC 14496-15 5.4.3, 8.4.3", kinds: [.media],
        consequence: "seeking lands on pictures that cannot be decoded, or passes those that could")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        for track in segment.tracks {
            let measured = track.measured
            // A false mark on the first sample is what R42 and R43 tell.
            let falseCount = measured.falseSyncCount - (measured.falseSyncOffset == measured.firstOffset ? 1 : 0)
            if falseCount > 0 {
                findings.add(
                    segment.place(byteOffset: measured.falseSyncOffset), expected: "sync flags on IDR pictures only",
                    found: "\(falseCount) other samples with them")
            } else if measured.entryPoint == .closed, !measured.beginsWithSync {
                findings.add(
                    segment.place(byteOffset: measured.firstOffset), expected: "the sync flag on an IDR picture",
                    found: "sample_is_non_sync_sample")
            }
        }
    }
}
