import HLS
import Media

/// R62: long low-latency playlists support delta updates.
package struct SkipBoundaryIsFarEnough: PlaylistRule {
    package static let facts = RuleFacts(
        "R62", "CAN-SKIP-UNTIL is at least six target durations and present in long playlists with parts", .must,
        clause: "RFC 8216bis 4.4.3.8; Apple 14.4, 14.5", kinds: [.text],
        consequence: "players download the entire playlist for each part")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        guard text.kind == .media, let target = text.targetDuration else { return }
        let line = text.first(.serverControl)
        if let boundary = line?.attributes?.seconds("CAN-SKIP-UNTIL") {
            if boundary < .seconds(6 * Int64(clamping: target)) {
                findings.add(
                    playlist.place(at: line), expected: "at least \(6 * target) s",
                    found: "\(boundary.decimal(places: 3)) s")
            }
        } else if line?.attributes?.has("CAN-SKIP-DATERANGES") == true {
            findings.add(
                playlist.place(at: line), expected: "CAN-SKIP-UNTIL, as CAN-SKIP-DATERANGES is present", found: "none")
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
                playlist.place(at: line), expected: "CAN-SKIP-UNTIL, as the playlist is longer than 120 s",
                found: "none", level: .should)
        } else if playlist.text.has(.dateRange), line?.attributes?.isYes("CAN-SKIP-DATERANGES") != true {
            findings.add(
                playlist.place(at: line), expected: "CAN-SKIP-DATERANGES=YES, as the playlist has date ranges",
                found: "none",
                level: .should)
        }
    }
}
