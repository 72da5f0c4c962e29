import HLS
import ISOMedia
import Media

/// B32: presentation times have the order of the bitstream.
package struct PicturesAreInOrder: SegmentRule {
    package static let facts = RuleFacts(
        "B32",
        "The presentation times of H.264 and HEVC pictures have the order of their picture order counts, and no picture "
            + "has the time of one in the previous segment",
        .must, clause: "ITU-T H.264 C.4.2; ITU-T H.265 C.5.2; ISO/IEC 14496-12 8.6.1.3", kinds: [.media],
        consequence: "players show frames in the wrong order, or drop them")

    /// The latest presentation time in the previous segment, by track.
    private var last: [UInt32: Int64] = [:]
    private var sequence: Int?

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard !segment.playlist.text.isIFramesOnly, segment.facts.media != nil else { return }
        let follows = sequence.map { $0 + 1 } == segment.entry.sequence && !segment.entry.isDiscontinuity
        if !follows { last = [:] }
        sequence = segment.entry.sequence
        for track in segment.tracks where track.isVideo {
            let measured = track.measured
            // B14 reports samples without a duration.
            if measured.orderFaultCount > 0, measured.zeroDurations == 0 {
                findings.add(
                    segment.place(byteOffset: measured.orderFaultOffset),
                    expected: "times in the order of the bitstream",
                    found: "\(measured.orderFaultCount) pictures that are not later than those before them")
            } else if let last = last[measured.trackID],
                // Leading pictures of an open start may be presented between earlier pictures.
                measured.entryPoint == .closed,
                measured.decodeStart != nil, measured.presentationStart <= last
            {
                findings.add(
                    segment.place(byteOffset: measured.firstOffset),
                    expected:
                        "pictures after \(track.time(last).decimal(places: 6)) s, the last time of the previous segment",
                    found: "\(track.time(measured.presentationStart).decimal(places: 6)) s")
            }
            last[measured.trackID] = measured.decodeStart == nil ? nil : measured.presentationLast
        }
    }
}
