import HLS
import Media

/// R75: live playlists are updated in time.
package struct PlaylistIsUpdatedInTime: ReloadRule {
    package static let facts = RuleFacts(
        "R75", "A live playlist gets a new segment within 1.5 target durations and a new part within PART-TARGET",
        .must, clause: "RFC 8216bis 6.2.1", kinds: [.reload],
        consequence: "AVPlayer stops with -12888 (playlist unchanged for too long)")

    /// The tolerance for clocks, caches and transfer.
    private static let slack = MediaTime.milliseconds(500)

    /// The latest media sequence number and the time at which it first appeared.
    private var segment: (number: Int, time: MediaTime)?
    private var part: (edge: [Int], time: MediaTime)?
    private var isReported = false

    package init() {}

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let text = observation.playlist.text
        guard text.isLive, let target = text.targetDuration else { return }
        if let number = text.segments.last?.sequence, number != segment?.number {
            segment = (number, observation.time)
            isReported = false
        }
        let edge = [text.edge?.mediaSequence ?? 0, text.edge?.part ?? -1]
        if edge != part?.edge { part = (edge, observation.time) }
        guard !isReported, let segment, let part else { return }
        // The playlist is at least as new as the request, and the last change is not newer than its first observation.
        let age = observation.requestTime - segment.time
        let limit = MediaTime.milliseconds(1500 * Int64(clamping: target))
        if age > limit + Self.slack {
            isReported = true
            findings.add(
                observation.playlist.place, expected: "a new segment within \(limit.decimal(places: 3)) s",
                found: "none for \(age.decimal(places: 3)) s")
        } else if let partTarget = text.partTarget, observation.requestTime - part.time > partTarget * 2 + Self.slack {
            isReported = true
            findings.add(
                observation.playlist.place, expected: "a new part within \(partTarget.decimal(places: 3)) s",
                found: "none for \((observation.requestTime - part.time).decimal(places: 3)) s")
        }
    }
}
