import HLS
import ISOMedia
import Media

/// R8M: the media of a segment does not last longer than the target duration allows.
package struct SegmentMediaFitsTargetDuration: SegmentRule {
    package static let facts = RuleFacts(
        "R8M", "The media of a segment does not exceed EXT-X-TARGETDURATION by more than half a second", .appleMust,
        clause: "Apple 7.7", kinds: [.media], consequence: "players that buffer by the target duration run dry")

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
