import HLS
import Media

/// R66: delta updates skip only segments that the client has.
package struct DeltaUpdatesAreValid: PlaylistRule, ReloadRule {
    package static let facts = RuleFacts(
        "R66", "EXT-X-SKIP occurs once, only on request, and only replaces segments before the skip boundary", .must,
        clause: "RFC 8216bis 4.4.5.2, 6.2.5.1", kinds: [.text, .reload],
        consequence: "players miss the skipped segments")

    private var isFirst = true

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let lines = playlist.text.lines(.skip)
        for line in lines.dropFirst() {
            findings.add(playlist.place(line), expected: "one EXT-X-SKIP", found: "a duplicate")
        }
        guard let line = lines.first, line.attributes?.integer("SKIPPED-SEGMENTS") != 0 else { return }
        guard let boundary = playlist.text.serverControl?.seconds("CAN-SKIP-UNTIL") else {
            return findings.add(
                playlist.place(line), expected: "CAN-SKIP-UNTIL in EXT-X-SERVER-CONTROL", found: "none")
        }
        // Segments within the skip boundary must not be skipped.
        let rest = playlist.text.segments.last?.end ?? .zero
        guard let first = playlist.text.segments.first?.duration, rest + first < boundary else { return }
        findings.add(
            playlist.place(line), expected: "segments of the last \(boundary.seconds) s", found: "\(rest.seconds) s")
    }

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        defer { isFirst = false }
        guard let line = observation.playlist.text.first(.skip) else { return }
        if !observation.requestsSkip {
            findings.add(
                observation.playlist.place(line), expected: "a full playlist, as the request has no _HLS_skip",
                found: "EXT-X-SKIP")
        } else if isFirst {
            findings.add(
                observation.playlist.place(line), expected: "a full playlist in the first response",
                found: "EXT-X-SKIP")
        }
    }
}
