import HLS

/// R14: nothing comes after the end.
package struct EndedPlaylistIsFinal: PlaylistRule, ReloadRule {
    package static let facts = RuleFacts(
        "R14", "After EXT-X-ENDLIST no segment is added or hinted at, and it stays", .must,
        clause: "RFC 8216bis 4.4.3.4, 4.4.5.3", kinds: [.text, .reload],
        consequence: "players stop loading the playlist and never see it")

    private var last: ScannedPlaylist?

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard playlist.text.hasEndList else { return }
        for line in playlist.text.lines(.preloadHint) {
            findings.add(playlist.place(line), expected: "no EXT-X-PRELOAD-HINT beside EXT-X-ENDLIST", found: "one")
        }
    }

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let now = observation.playlist.text
        defer { last = now }
        guard let last, last.hasEndList else { return }
        if !now.hasEndList {
            findings.add(observation.playlist.place, expected: "EXT-X-ENDLIST, as before", found: "none")
        } else if let end = last.segments.last?.sequence, let added = now.segments.first(where: { $0.sequence > end }) {
            findings.add(
                observation.playlist.place(added), expected: "no segment after number \(end)", found: added.uri)
        }
    }
}
