import HLS
import Media

/// R53: parts have about the target duration.
package struct PartsAreLongEnough: PlaylistRule {
    package static let facts = RuleFacts(
        "R53",
        "EXT-X-PART lasts 85 % of PART-TARGET or more, unless independent, a gap, before a gap or last in its segment",
        .must,
        clause: "RFC 8216bis 4.4.4.9", kinds: [.text], consequence: "iOS stops playing")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard let target = playlist.text.partTarget else { return }
        // The last part of the playlist may be the last part of its segment.
        for parts in playlist.text.segments.map(\.parts) + [playlist.text.upcomingParts] {
            for (part, next) in zip(parts, parts.dropFirst()) {
                guard let duration = part.duration, !part.isIndependent, !part.isGap, !next.isGap,
                    duration * 100 < target * 85
                else { continue }
                findings.add(
                    playlist.place(playlist.text.lines[part.line]),
                    expected: "at least 85 % of \(target.decimal(places: 6)) s",
                    found: "\(duration.decimal(places: 6)) s")
            }
        }
    }
}
