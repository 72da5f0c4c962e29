import HLS
import Media

/// R52: parts do not exceed the part target duration.
package struct PartsFitTheirTarget: PlaylistRule {
    package static let facts = RuleFacts(
        "R52", "No EXT-X-PART lasts longer than PART-TARGET", .must, clause: "RFC 8216bis 4.4.4.9", kinds: [.text],
        consequence: "players stall at the live edge; iOS stops playing")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard let target = playlist.text.partTarget else { return }
        for part in playlist.text.allParts {
            guard let duration = part.duration, duration > target else { continue }
            findings.add(
                playlist.place(playlist.text.lines[part.line]), expected: "at most \(target.decimal(places: 6)) s",
                found: "\(duration.decimal(places: 6)) s")
        }
    }
}
