import HLS
import Media

/// R51: parts come with the longest duration of a part.
package struct PartsHaveTargetDuration: PlaylistRule {
    package static let facts = RuleFacts(
        "R51", "A playlist with EXT-X-PART has EXT-X-PART-INF with a PART-TARGET of more than 0 s", .must,
        clause: "RFC 8216bis 4.4.3.7", kinds: [.text], consequence: "players ignore the parts or refuse the playlist")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        guard let line = text.first(.partInf) else {
            guard let part = text.first(.part) else { return }
            return findings.add(playlist.place(part), expected: "EXT-X-PART-INF in the playlist", found: "none")
        }
        let target = line.attributes?.text("PART-TARGET")
        // What is no number is another rule's.
        if let target, PlaylistValue.seconds(target).map({ $0 > .zero }) ?? true { return }
        findings.add(
            playlist.place(line), expected: "PART-TARGET of more than 0 s", found: target.map { "\($0) s" } ?? "none")
    }
}
