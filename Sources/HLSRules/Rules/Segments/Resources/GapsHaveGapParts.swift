import HLS

/// R31: the parts of a missing segment are marked as missing.
package struct GapsHaveGapParts: PlaylistRule {
    package static let facts = RuleFacts(
        "R31", "The parts of a segment with EXT-X-GAP have GAP=YES", .must,
        clause: "RFC 8216bis 4.4.4.9, 6.2.1", kinds: [.text], consequence: "players request parts that do not exist")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for segment in playlist.text.segments where segment.isGap {
            for part in segment.parts where !part.isGap {
                findings.add(
                    playlist.place(playlist.text.lines[part.line]), expected: "GAP=YES, as the segment is a gap",
                    found: "none")
            }
        }
    }
}
