import HLS

/// R14: an ended playlist does not change.
package struct EndedPlaylistIsFinal: PlaylistRule, ReloadRule {
    package static let facts = RuleFacts(
        "R14",
        "VOD playlists have EXT-X-ENDLIST; a playlist with it keeps it and gets no further segments or preload hints",
        .must,
        clause: "RFC 8216bis 4.4.3.4, 4.4.3.5, 4.4.5.3", kinds: [.text, .reload],
        consequence: "players stop reloading at EXT-X-ENDLIST and miss later segments")

    private var last: ScannedPlaylist?

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        guard text.hasEndList else {
            if text.kind == .media, text.first(.playlistType)?.value == "VOD", !text.isTruncated {
                findings.add(playlist.place, expected: "EXT-X-ENDLIST, as the type is VOD", found: "none")
            }
            return
        }
        for line in playlist.text.lines(.preloadHint) {
            findings.add(
                playlist.place(line), expected: "no EXT-X-PRELOAD-HINT after EXT-X-ENDLIST", found: "EXT-X-PRELOAD-HINT"
            )
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
