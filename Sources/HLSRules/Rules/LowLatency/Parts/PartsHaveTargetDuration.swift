import HLS
import Media

/// R51: playlists with parts declare the part target duration.
package struct PartsHaveTargetDuration: PlaylistRule {
    package static let facts = RuleFacts(
        "R51", "A playlist with EXT-X-PART has EXT-X-PART-INF with a PART-TARGET above 0 s", .must,
        clause: "RFC 8216bis 4.4.3.7", kinds: [.text], consequence: "players ignore the parts or reject the playlist")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        guard let line = text.first(.partInf) else {
            guard let part = text.first(.part) else { return }
            return findings.add(playlist.place(part), expected: "EXT-X-PART-INF in the playlist", found: "none")
        }
        let target = line.attributes?.text("PART-TARGET")
        // R5 reports values that are not numbers.
        if let target, PlaylistValue.seconds(target).map({ $0 > .zero }) ?? true { return }
        findings.add(
            playlist.place(line), expected: "PART-TARGET above 0 s", found: target.map { "\($0) s" } ?? "none")
    }
}
