import HLS

/// R93: either all variants declare the absence of closed captions, or none.
package struct CaptionsAreAbsentFromAllOrNone: PlaylistRule {
    package static let facts = RuleFacts(
        "R93", "CLOSED-CAPTIONS=NONE is on every EXT-X-STREAM-INF or on none", .must, clause: "RFC 8216bis 4.4.6.2",
        kinds: [.text],
        consequence: "captions and their menu entry appear and disappear when the player switches variants")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let lines = playlist.text.lines(.streamInf)
        guard lines.contains(where: Self.isNone) else { return }
        for line in lines where !Self.isNone(line) {
            findings.add(
                playlist.place(line), expected: "CLOSED-CAPTIONS=NONE, as on the other variants",
                found: line.attributes?.text("CLOSED-CAPTIONS").map { "\"\($0)\"" } ?? "none")
        }
    }

    private static func isNone(_ line: ScannedLine) -> Bool {
        guard let value = line.attributes?["CLOSED-CAPTIONS"] else { return false }
        return !value.isQuoted && value.value == "NONE"
    }
}
