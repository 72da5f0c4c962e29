import HLS

/// R6: a media playlist says how long its segments are at most.
package struct TargetDurationExists: PlaylistRule {
    package static let facts = RuleFacts(
        "R6", "A media playlist has EXT-X-TARGETDURATION, a whole number of 1 or more", .must,
        clause: "RFC 8216bis 4.4.3.1", kinds: [.text], consequence: "players refuse the playlist (AVPlayer -12642)")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard playlist.text.kind == .media, playlist.text.targetDuration == nil else { return }
        let line = playlist.text.first(.targetDuration)
        findings.add(
            playlist.place(at: line), expected: "whole seconds, 1 or more",
            found: line == nil ? "no EXT-X-TARGETDURATION" : "'\(line?.value?.prefix(80) ?? "")'")
    }
}
