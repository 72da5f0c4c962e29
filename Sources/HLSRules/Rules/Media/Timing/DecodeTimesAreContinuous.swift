import HLS
import ISOMedia
import Media

/// R46: decode times of a track are continuous across segments.
package struct DecodeTimesAreContinuous: SegmentRule {
    package static let facts = RuleFacts(
        "R46",
        "Decode times (tfdt or DTS) are continuous across fragments, packets and segments, except at a "
            + "discontinuity",
        .must, clause: "RFC 8216bis 4.4.4.3; Apple 7.1, 7.3; ISO/IEC 23000-19 7.3.2.2", kinds: [.media],
        consequence: "hls.js fills or cuts the gap; AVPlayer may stall or play audio and video out of sync")

    private var ends: [UInt32: Int64] = [:]
    private var sequence: Int?

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard !segment.tracks.isEmpty, !segment.playlist.text.isIFramesOnly else { return }
        let isContinuous = sequence.map { $0 + 1 } == segment.entry.sequence && !segment.entry.isDiscontinuity
        if !isContinuous { ends = [:] }
        sequence = segment.entry.sequence
        for track in segment.tracks where track.isVideo || track.isAudio {
            validate(track, segment, &findings)
            ends[track.header.id] = track.measured.decodeStart == nil ? nil : track.measured.decodeEnd
        }
    }

    private func validate(_ track: MeasuredSegment.Track, _ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let id = track.header.id
        let permittedGap = segment.permittedGap(after: track)
        if let end = ends[id], let start = track.measured.decodeStart,
            !permittedGap.contains(start.subtractingReportingOverflow(end).partialValue)
        {
            findings.add(
                segment.place(byteOffset: track.measured.firstOffset),
                expected: "track \(id) continues at \(end) (\(track.time(end).decimal(places: 6)) s)",
                found: "\(start) (\(track.time(start).decimal(places: 6)) s)",
                level: segment.level(of: start.subtractingReportingOverflow(end).partialValue, in: track))
        }
        guard let jump = track.measured.jump,
            !permittedGap.contains(jump.found.subtractingReportingOverflow(jump.expected).partialValue)
        else { return }
        findings.add(
            segment.place(byteOffset: jump.offset),
            expected: "track \(id) continues at \(jump.expected) inside the segment", found: "\(jump.found)",
            level: segment.level(of: jump.found.subtractingReportingOverflow(jump.expected).partialValue, in: track))
    }
}

extension MeasuredSegment {
    /// The level for a distance in ticks. Less than half a sample in fragmented MP4 is a rounding difference, which
    /// players do not notice.
    fileprivate func level(of distance: Int64, in track: Track) -> RuleLevel? {
        guard facts.media != nil, track.measured.sampleCount > 0 else { return nil }
        let sample = track.measured.duration / Int64(track.measured.sampleCount)
        return distance.magnitude < UInt64(max(sample, 0)) / 2 ? .should : nil
    }

    /// The permitted distance, in ticks, between the end of the previous samples and the start of a track.
    fileprivate func permittedGap(after track: Track) -> ClosedRange<Int64> {
        // One tick allows for rounding between timescales.
        guard facts.media == nil else { return -1...1 }
        // Transport streams have no sample durations: a late frame extends the previous one.
        let half = max(track.sampleDuration.ticks(at: track.timescale) / 2, 90)
        return -half...(track.isVideo ? max(track.measured.longestDuration * 2, 9_000) : half)
    }
}
