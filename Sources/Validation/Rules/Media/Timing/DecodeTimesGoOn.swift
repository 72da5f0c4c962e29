import HLS
import ISOMedia
import Media

/// R46: the decode times of a track go on where those of the segment before end.
package struct DecodeTimesGoOn: SegmentRule {
    package static let facts = RuleFacts(
        "R46", "The tfdt is that of the fragment before and the sum of its sample durations, within one discontinuity",
        .must, clause: "RFC 8216bis 4.4.4.3; Apple 7.1, 7.3; ISO/IEC 23000-19 7.3.2.2", kinds: [.media],
        consequence: "hls.js fills or cuts the gap; AVPlayer may stall or lose the sync of sound and pictures")

    private var ends: [UInt32: Int64] = [:]
    private var sequence: Int?

    package init() {}

    package mutating func take(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard segment.facts.media != nil, !segment.playlist.text.isIFramesOnly else { return }
        let goesOn = sequence.map { $0 + 1 } == segment.entry.sequence && !segment.entry.isDiscontinuity
        if !goesOn { ends = [:] }
        sequence = segment.entry.sequence
        for track in segment.tracks where track.isVideo || track.isAudio {
            check(track, segment, &findings)
            ends[track.header.id] = track.measured.decodeStart == nil ? nil : track.measured.decodeEnd
        }
    }

    private func check(_ track: MeasuredSegment.Track, _ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let id = track.header.id
        // One tick is what rounding between timescales leaves.
        if let end = ends[id], let start = track.measured.decodeStart,
            abs(start.subtractingReportingOverflow(end).partialValue) > 1
        {
            findings.add(
                segment.place(byteOffset: track.measured.firstOffset),
                expected: "track \(id) decodes on from \(end) (\(track.time(end).decimal(places: 6)) s)",
                found: "\(start) (\(track.time(start).decimal(places: 6)) s)")
        }
        guard let jump = track.measured.jump,
            abs(jump.found.subtractingReportingOverflow(jump.expected).partialValue) > 1
        else { return }
        findings.add(
            segment.place(byteOffset: jump.offset),
            expected: "track \(id) decodes on from \(jump.expected) inside the segment", found: "\(jump.found)")
    }
}
