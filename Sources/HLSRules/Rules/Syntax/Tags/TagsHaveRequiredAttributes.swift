import HLS

/// R5a: tags have their required attributes.
package struct TagsHaveRequiredAttributes: PlaylistRule {
    package static let facts = RuleFacts(
        "R5a", "Tags have their required attributes", .must, clause: "RFC 8216bis 4.4", kinds: [.text],
        consequence: "players ignore the tag or reject the playlist")

    private static let required: [PlaylistTag: [String]] = [
        .start: ["TIME-OFFSET"], .skip: ["SKIPPED-SEGMENTS"], .preloadHint: ["TYPE", "URI"], .renditionReport: ["URI"],
        .key: ["METHOD"], .sessionKey: ["METHOD"], .map: ["URI"], .part: ["URI", "DURATION"],
        .media: ["TYPE", "GROUP-ID", "NAME"], .streamInf: ["BANDWIDTH"], .iFrameStreamInf: ["BANDWIDTH", "URI"],
        .sessionData: ["DATA-ID"], .contentSteering: ["SERVER-URI"],
    ]

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines {
            guard let tag = line.tag, let attributes = line.attributes else { continue }
            for name in Self.required[tag] ?? [] where !attributes.has(name) {
                findings.add(playlist.place(line), expected: "\(name) in \(tag.name)", found: "none")
            }
        }
    }
}
