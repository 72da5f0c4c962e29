import HLS
import Media

/// R60: players stay far enough from the live edge to receive parts in time.
package struct PartHoldBackIsLongEnough: PlaylistRule {
    package static let facts = RuleFacts(
        "R60",
        "With EXT-X-PART-INF, PART-HOLD-BACK is present and at least two, preferably three part target durations",
        .must,
        clause: "RFC 8216bis 4.4.3.8; Apple 14.3", kinds: [.text],
        consequence: "players stall or do not use low latency")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        guard let target = text.partTarget, let line = text.first(.partInf) else { return }
        guard let control = text.first(.serverControl), let attributes = control.attributes,
            attributes.has("PART-HOLD-BACK")
        else {
            return findings.add(
                playlist.place(line), expected: "PART-HOLD-BACK in EXT-X-SERVER-CONTROL", found: "none")
        }
        guard let distance = attributes.seconds("PART-HOLD-BACK"), distance < target * 3 else { return }
        let isTooShort = distance < target * 2
        findings.add(
            playlist.place(control),
            expected: "at least \((target * 3).decimal(places: 3)) s, three times PART-TARGET",
            found: "\(distance.decimal(places: 3)) s",
            level: isTooShort || findings.profile == .apple ? .must : .should)
    }
}
