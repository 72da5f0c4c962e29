import HLS
import ISOMedia
import Media

/// R8M: the media duration of a segment fits the target duration.
package struct SegmentMediaFitsTargetDuration: SegmentRule {
    package static let facts = RuleFacts(
        "R8M", "The media duration of a segment exceeds EXT-X-TARGETDURATION by at most 0.5 s", .appleMust,
        clause: "Apple 7.7", kinds: [.media], consequence: "players that size their buffer by the target duration stall"
    )

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let seconds = segment.playlist.text.targetDuration, let track = segment.mainTrack,
            !segment.playlist.text.isIFramesOnly
        else { return }
        let duration = track.time(track.measured.duration)
        guard duration > MediaTime.milliseconds(Int64(seconds) * 1000 + 500) else { return }
        findings.add(
            segment.place(), expected: "at most \(seconds).5 s of media",
            found: "\(duration.decimal(places: 3)) s")
    }
}
