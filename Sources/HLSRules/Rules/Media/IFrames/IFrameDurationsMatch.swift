import HLS
import ISOMedia
import Media

/// R101: the EXTINF of an I-frame is the time until the next I-frame.
package struct IFrameDurationsMatch: SegmentRule {
    package static let facts = RuleFacts(
        "R101", "EXTINF of an I-frame is the time until the next I-frame", .must,
        clause: "RFC 8216bis 4.4.3.6; Apple 6.2", kinds: [.media], consequence: "trick play runs at the wrong speed")

    private var continuity = SegmentContinuity()
    /// The presentation time of the previous I-frame; leading frames may be presented before it.
    private var lastTime: MediaTime?

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard segment.playlist.text.isIFramesOnly, let video = segment.tracks.first(where: \.isVideo),
            let time = video.measured.syncTimes.first.map(video.time)
        else { return }
        let (before, last) = (continuity.last, lastTime)
        lastTime = time
        guard continuity.advance(segment, video), let before else { return }
        let distance = time - (last ?? before.start)
        // Half a frame at common rates: the range contains only one frame, whose duration may be arbitrary.
        guard (distance - before.duration).magnitude > .milliseconds(21) else { return }
        findings.add(
            before.line, expected: "\(distance.decimal(places: 6)) s until the next I-frame",
            found: "EXTINF:\(before.duration.decimal(places: 6))")
    }
}
