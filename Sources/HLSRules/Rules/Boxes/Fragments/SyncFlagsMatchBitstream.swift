import HLS
import ISOMedia
import Media

/// B12: sync flags match the bitstream.
package struct SyncFlagsMatchBitstream: SegmentRule {
    package static let facts = RuleFacts(
        "B12", "Sample flags mark exactly the samples at which decoding can start as sync samples", .must,
        clause: "ISO/IEC 14496-12 8.8.3.1; ISO/IEC 14496-15 5.4.3, 8.4.3", kinds: [.media],
        consequence: "players seek to frames that cannot be decoded, or skip usable keyframes")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        for track in segment.tracks {
            let measured = track.measured
            // R42 and R43 report a wrong flag on the first sample.
            let falseCount = measured.falseSyncCount - (measured.falseSyncOffset == measured.firstOffset ? 1 : 0)
            if falseCount > 0 {
                findings.add(
                    segment.place(byteOffset: measured.falseSyncOffset), expected: "sync flags only on IDR pictures",
                    found: "\(falseCount) other samples with sync flags")
            } else if measured.entryPoint == .closed, !measured.beginsWithSync {
                findings.add(
                    segment.place(byteOffset: measured.firstOffset), expected: "the sync flag on an IDR picture",
                    found: "sample_is_non_sync_sample")
            }
        }
    }
}
