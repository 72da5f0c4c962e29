import HLS
import Media

/// R57: parts are listed only near the live edge.
package struct OldPartsAreRemoved: PlaylistRule {
    package static let facts = RuleFacts(
        "R57", "EXT-X-PART tags occur only in the last three target durations of the playlist", .should,
        clause: "RFC 8216bis 6.2.2", kinds: [.text], consequence: "playlists are larger than necessary")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        guard let target = text.targetDuration else { return }
        let ahead = text.upcomingParts.reduce(MediaTime.zero) { $0 + ($1.duration ?? .zero) }
        let end = (text.segments.last?.end ?? .zero) + ahead
        for segment in text.segments where !segment.parts.isEmpty {
            // Parts of a segment are removed together: a segment that overlaps the last three target durations may keep
            // them, and the playlist may be one part old.
            guard end - segment.end > .seconds(Int64(clamping: target) * 4) else { continue }
            findings.add(
                playlist.place(segment), expected: "no parts more than \(3 * target) s before the end",
                found: "\(segment.parts.count) parts \((end - segment.end).decimal(places: 3)) s before the end")
        }
    }
}
