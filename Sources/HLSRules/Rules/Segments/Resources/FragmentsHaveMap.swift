import HLS

/// R21: fragmented MP4 segments have an initialization section.
package struct FragmentsHaveMap: PlaylistRule {
    package static let facts = RuleFacts(
        "R21", "Fragmented MP4 segments have an EXT-X-MAP in force", .must,
        clause: "RFC 8216bis 3.1.2, 4.4.4.5; Apple 8.20", kinds: [.text],
        consequence: "players cannot decode the segments; hls.js reports fragParsingError")

    /// File name extensions that only fragmented MP4 uses.
    private static let endings = [".m4s", ".mp4", ".m4v", ".m4a", ".cmfv", ".cmfa", ".cmft"]

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for segment in playlist.text.segments where segment.map == nil && !segment.isGap {
            let path = segment.uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
            guard Self.endings.contains(where: path.hasSuffix) else { continue }
            findings.add(playlist.place(segment), expected: "EXT-X-MAP before the segment", found: "none")
        }
    }
}
