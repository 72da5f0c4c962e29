import HLS
import Media

/// R53: parts are about as long as promised.
package struct PartsAreLongEnough: PlaylistRule {
    package static let facts = RuleFacts(
        "R53", "Each EXT-X-PART lasts 85 % of PART-TARGET or more, but for those that end something", .must,
        clause: "RFC 8216bis 4.4.4.9", kinds: [.text], consequence: "iOS stops playing")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard let target = playlist.text.partTarget else { return }
        // The last part of all may turn out to be the last one of its segment.
        for parts in playlist.text.segments.map(\.parts) + [playlist.text.upcomingParts] {
            for (part, next) in zip(parts, parts.dropFirst()) {
                guard let duration = part.duration, !part.isIndependent, !part.isGap, !next.isGap,
                    duration * 100 < target * 85
                else { continue }
                findings.add(
                    playlist.place(playlist.text.lines[part.line]),
                    expected: "85 % of \(target.decimal(places: 6)) s or more",
                    found: "\(duration.decimal(places: 6)) s")
            }
        }
    }
}
