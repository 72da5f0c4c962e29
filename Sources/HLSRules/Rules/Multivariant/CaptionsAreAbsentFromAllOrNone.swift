import HLS

/// R93: captions are not in one variant and missing in another.
package struct CaptionsAreAbsentFromAllOrNone: PlaylistRule {
    package static let facts = RuleFacts(
        "R93", "CLOSED-CAPTIONS=NONE is on every EXT-X-STREAM-INF or on none", .must, clause: "RFC 8216bis 4.4.6.2",
        kinds: [.text], consequence: "players show captions, or the choice of them, in some variants only")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let lines = playlist.text.lines(.streamInf)
        guard lines.contains(where: Self.isNone) else { return }
        for line in lines where !Self.isNone(line) {
            findings.add(
                playlist.place(line), expected: "CLOSED-CAPTIONS=NONE, as other variants have",
                found: line.attributes?.text("CLOSED-CAPTIONS").map { "\"\($0)\"" } ?? "none")
        }
    }

    private static func isNone(_ line: ScannedLine) -> Bool {
        guard let value = line.attributes?["CLOSED-CAPTIONS"] else { return false }
        return !value.isQuoted && value.value == "NONE"
    }
}
