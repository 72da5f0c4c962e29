import HLS

/// R6: media playlists declare a target duration.
package struct TargetDurationExists: PlaylistRule {
    package static let facts = RuleFacts(
        "R6", "A media playlist has EXT-X-TARGETDURATION with an integer of at least 1", .must,
        clause: "RFC 8216bis 4.4.3.1", kinds: [.text], consequence: "players reject the playlist (AVPlayer -12642)")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard playlist.text.kind == .media, playlist.text.targetDuration == nil else { return }
        let line = playlist.text.first(.targetDuration)
        findings.add(
            playlist.place(at: line), expected: "an integer of at least 1",
            found: line == nil ? "no EXT-X-TARGETDURATION" : "'\(line?.value?.prefix(80) ?? "")'")
    }
}
