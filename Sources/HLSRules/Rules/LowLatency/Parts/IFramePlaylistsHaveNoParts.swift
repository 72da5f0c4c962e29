import HLS

/// R59: I-frame playlists do not need low latency.
package struct IFramePlaylistsHaveNoParts: PlaylistRule {
    package static let facts = RuleFacts(
        "R59", "An I-frame playlist has no EXT-X-PART", .should, clause: "RFC 8216bis 4.4.4.9", kinds: [.text])

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard playlist.text.isIFramesOnly, let part = playlist.text.first(.part) else { return }
        findings.add(playlist.place(part), expected: "no EXT-X-PART in an I-frame playlist", found: "EXT-X-PART")
    }
}
