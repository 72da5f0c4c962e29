import HLS

/// R15: playlists follow the rules of EXT-X-PLAYLIST-TYPE.
package struct PlaylistTypeIsRespected: ReloadRule {
    package static let facts = RuleFacts(
        "R15", "VOD playlists do not change, EVENT playlists only append segments, and the type does not change", .must,
        clause: "RFC 8216bis 4.4.3.5, 6.2.1", kinds: [.reload],
        consequence: "players keep the old playlist or cannot load removed segments")

    private var last: ScannedPlaylist?

    package init() {}

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let now = observation.playlist.text
        defer { last = now }
        guard let last else { return }
        let (before, after) = (last.first(.playlistType)?.value, now.first(.playlistType)?.value)
        guard before == after else {
            return findings.add(
                observation.playlist.place(at: now.first(.playlistType)),
                expected: "\(before ?? "no type"), as before", found: after ?? "none")
        }
        if before == "VOD", last.lines != now.lines {
            let changed = zip(last.lines, now.lines).first { $0 != $1 }?.1 ?? now.lines.last
            findings.add(
                observation.playlist.place(at: changed), expected: "an unchanged VOD playlist", found: "a changed line")
        } else if before == "EVENT", let begin = last.segments.first?.sequence,
            let removed = now.segments.first, removed.sequence > begin, !now.has(.skip)
        {
            findings.add(
                observation.playlist.place(removed), expected: "segment \(begin) first, as before",
                found: "segment \(removed.sequence)")
        }
    }
}
