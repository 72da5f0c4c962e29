import HLS
import ISOMedia
import Media

/// B31: slices of H.264 and HEVC fit their parameter sets and follow each other.
package struct SlicesMatchParameterSets: SegmentRule {
    package static let facts = RuleFacts(
        "B31", "Slice headers of H.264 and HEVC fit the parameter sets of the track, and no reference frame is missing",
        .must, clause: "ITU-T H.264 7.4.3; ITU-T H.265 7.4.7.1; ISO/IEC 14496-15 5.4.2.1", kinds: [.media],
        consequence: "decoders stop or show damaged frames: the segment is of another variant, or is damaged")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard !segment.playlist.text.isIFramesOnly else { return }
        for track in segment.facts.media?.tracks ?? [] {
            guard let fault = track.sliceFault else { continue }
            let count = track.sliceFaultCount > 1 ? ", and \(track.sliceFaultCount - 1) more samples" : ""
            findings.add(
                segment.place(byteOffset: fault.offset), expected: "slices of the pictures of the track",
                found: fault.message + count)
        }
    }
}
