import HLS
import Media

/// R57: parts are for the live edge.
package struct OldPartsAreRemoved: PlaylistRule {
    package static let facts = RuleFacts(
        "R57", "EXT-X-PART tags stand only in the last three target durations", .should,
        clause: "RFC 8216bis 6.2.2", kinds: [.text], consequence: "playlists are larger than they need to be")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        guard let target = text.targetDuration else { return }
        let ahead = text.upcomingParts.reduce(MediaTime.zero) { $0 + ($1.duration ?? .zero) }
        let end = (text.segments.last?.end ?? .zero) + ahead
        for segment in text.segments where !segment.parts.isEmpty {
            // A segment is removed as a whole: one that reaches into the last three target durations may stay, and the
            // newest state was made a part ago.
            guard end - segment.end > .seconds(Int64(clamping: target) * 4) else { continue }
            findings.add(
                playlist.place(segment), expected: "no parts \(3 * target) s before the end",
                found: "\(segment.parts.count) parts \((end - segment.end).decimal(places: 3)) s before it")
        }
    }
}
