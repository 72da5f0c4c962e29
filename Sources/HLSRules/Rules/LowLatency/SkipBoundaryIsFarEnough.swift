import HLS
import Media

/// R62: long low-latency playlists can be loaded without what is known already.
package struct SkipBoundaryIsFarEnough: PlaylistRule {
    package static let facts = RuleFacts(
        "R62", "CAN-SKIP-UNTIL is six target durations or more, and long playlists with parts have it", .must,
        clause: "RFC 8216bis 4.4.3.8; Apple 14.4, 14.5", kinds: [.text],
        consequence: "players load the whole playlist for each part")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        guard text.kind == .media, let target = text.targetDuration else { return }
        let line = text.first(.serverControl)
        if let boundary = line?.attributes?.seconds("CAN-SKIP-UNTIL") {
            if boundary < .seconds(6 * Int64(clamping: target)) {
                findings.add(
                    playlist.place(at: line), expected: "\(6 * target) s or more",
                    found: "\(boundary.decimal(places: 3)) s")
            }
        } else if line?.attributes?.has("CAN-SKIP-DATERANGES") == true {
            findings.add(playlist.place(at: line), expected: "CAN-SKIP-UNTIL beside CAN-SKIP-DATERANGES", found: "none")
        }
        guard findings.profile == .apple, text.has(.partInf), text.isLive, !text.has(.skip) else { return }
        validateLongPlaylist(playlist, line, &findings)
    }

    private func validateLongPlaylist(
        _ playlist: CheckedPlaylist, _ line: ScannedLine?, _ findings: inout RuleFindings
    ) {
        let length = playlist.text.segments.last?.end ?? .zero
        guard length > .seconds(120) else { return }
        if line?.attributes?.has("CAN-SKIP-UNTIL") != true {
            findings.add(
                playlist.place(at: line), expected: "CAN-SKIP-UNTIL in a playlist of more than two minutes",
                found: "none", level: .should)
        } else if playlist.text.has(.dateRange), line?.attributes?.isYes("CAN-SKIP-DATERANGES") != true {
            findings.add(
                playlist.place(at: line), expected: "CAN-SKIP-DATERANGES=YES beside date ranges", found: "none",
                level: .should)
        }
    }
}
