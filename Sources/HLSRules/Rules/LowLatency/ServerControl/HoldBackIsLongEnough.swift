import HLS
import Media

/// R61: players stay far enough from the live edge to receive segments in time.
package struct HoldBackIsLongEnough: PlaylistRule {
    package static let facts = RuleFacts(
        "R61", "HOLD-BACK is at least three target durations", .must, clause: "RFC 8216bis 4.4.3.8", kinds: [.text],
        consequence: "players play too close to the live edge and stall")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard let target = playlist.text.targetDuration, let line = playlist.text.first(.serverControl),
            let distance = line.attributes?.seconds("HOLD-BACK"), distance < .seconds(3 * Int64(clamping: target))
        else { return }
        findings.add(
            playlist.place(line), expected: "at least \(3 * target) s", found: "\(distance.decimal(places: 3)) s")
    }
}
