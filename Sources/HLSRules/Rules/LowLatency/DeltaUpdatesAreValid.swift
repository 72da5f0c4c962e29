import HLS
import Media

/// R66: what is left out was known.
package struct DeltaUpdatesAreValid: PlaylistRule, ReloadRule {
    package static let facts = RuleFacts(
        "R66", "EXT-X-SKIP stands once, only where it was asked for, and leaves out no more than may be skipped", .must,
        clause: "RFC 8216bis 4.4.5.2, 6.2.5.1", kinds: [.text, .reload],
        consequence: "players do not know what was left out")

    private var isFirst = true

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let lines = playlist.text.lines(.skip)
        for line in lines.dropFirst() {
            findings.add(playlist.place(line), expected: "one EXT-X-SKIP", found: "another one")
        }
        guard let line = lines.first, line.attributes?.integer("SKIPPED-SEGMENTS") != 0 else { return }
        guard let boundary = playlist.text.serverControl?.seconds("CAN-SKIP-UNTIL") else {
            return findings.add(
                playlist.place(line), expected: "CAN-SKIP-UNTIL in EXT-X-SERVER-CONTROL", found: "none")
        }
        // Everything up to the boundary stays.
        let rest = playlist.text.segments.last?.end ?? .zero
        guard let first = playlist.text.segments.first?.duration, rest + first < boundary else { return }
        findings.add(
            playlist.place(line), expected: "the last \(boundary.seconds) s of segments", found: "\(rest.seconds) s")
    }

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        defer { isFirst = false }
        guard let line = observation.playlist.text.first(.skip) else { return }
        if !observation.requestsSkip {
            findings.add(
                observation.playlist.place(line), expected: "the whole playlist, as _HLS_skip was not asked for",
                found: "EXT-X-SKIP")
        } else if isFirst {
            findings.add(
                observation.playlist.place(line), expected: "the whole playlist in the first answer",
                found: "EXT-X-SKIP")
        }
    }
}
