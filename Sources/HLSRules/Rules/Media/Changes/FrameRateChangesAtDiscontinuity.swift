import HLS
import ISOMedia
import Media

/// R25: the frame rate changes only at a discontinuity.
package struct FrameRateChangesAtDiscontinuity: SegmentRule {
    package static let facts = RuleFacts(
        "R25", "The frame rate changes only at EXT-X-DISCONTINUITY", .appleMust, clause: "Apple 8.14",
        kinds: [.media])

    private var last: (sequence: Int, duration: MediaTime)?

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard !segment.playlist.text.isIFramesOnly, let track = segment.tracks.first(where: \.isVideo),
            track.measured.hasSteadyRate, track.measured.sampleCount > 2
        else {
            last = nil
            return
        }
        let duration = track.time(track.measured.longestDuration)
        defer { last = (segment.entry.sequence, duration) }
        guard let last, last.sequence + 1 == segment.entry.sequence, !segment.entry.isDiscontinuity,
            (duration - last.duration).magnitude * 50 > duration
        else { return }
        findings.add(
            segment.line,
            expected: "EXT-X-DISCONTINUITY, or frames of \(last.duration.decimal(places: 6)) s as before",
            found: "frames of \(duration.decimal(places: 6)) s")
    }
}
