import HLS

/// R4: a playlist is either a media playlist or a multivariant playlist.
package struct PlaylistIsOfOneKind: PlaylistRule {
    package static let facts = RuleFacts(
        "R4", "All tags of a playlist belong to one type: media playlist or multivariant playlist", .must,
        clause: "RFC 8216bis 4.1, 4.4.4, 4.4.6", kinds: [.text],
        consequence: "players reject the playlist (AVPlayer -12642)")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let family: PlaylistTag.Family
        switch playlist.text.kind {
        case .media: family = .media
        case .multivariant: family = .multivariant
        case .unknown:
            // R1 reports text that is not a playlist.
            guard playlist.size > 0, playlist.text.textFaults.isEmpty else { return }
            return findings.add(
                playlist.place, expected: "EXT-X-TARGETDURATION or EXT-X-STREAM-INF", found: "no tag of either type")
        }
        for line in playlist.text.lines {
            guard let tag = line.tag, tag.family != .both, tag.family != family else { continue }
            findings.add(
                playlist.place(line), expected: "tags of a \(family) playlist", found: "\(tag.name)")
        }
    }
}
