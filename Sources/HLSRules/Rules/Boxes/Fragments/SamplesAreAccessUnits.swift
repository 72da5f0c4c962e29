import HLS
import ISOMedia
import Media

/// B30: a sample of H.264 or HEVC is one access unit, and one of AAC a frame.
package struct SamplesAreAccessUnits: SegmentRule {
    package static let facts = RuleFacts(
        "B30",
        "A sample of H.264 or HEVC is filled with the complete NAL units of one access unit, and a sample of AAC begins "
            + "with the channels of the configuration",
        .must, clause: "ISO/IEC 14496-15 4.3.3, 5.3.2, 8.3.2; ISO/IEC 14496-3 4.4.2.1", kinds: [.media],
        consequence: "decoders stop, or show damaged frames, and frames are presented at wrong times")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard !segment.playlist.text.isIFramesOnly else { return }
        for track in segment.facts.media?.tracks ?? [] {
            guard let fault = track.structureFault else { continue }
            let count = track.structureFaultCount > 1 ? ", and \(track.structureFaultCount - 1) more samples" : ""
            findings.add(
                segment.place(byteOffset: fault.offset), expected: "one access unit",
                found: fault.message + count)
        }
    }
}
