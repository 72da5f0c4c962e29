/// R1: a playlist is text as the specification wants it.
package struct TextIsUTF8WithoutControlCharacters: PlaylistRule {
    package static let facts = RuleFacts(
        "R1", "A playlist is UTF-8 without byte order mark and control characters, and begins with the line #EXTM3U",
        .must, clause: "RFC 8216bis 4.1, 4.4.1.1", kinds: [.text],
        consequence:
            "clients are asked to refuse a byte order mark and other text than UTF-8; control characters become "
            + "part of titles and URIs")

    /// Places of one playlist that are told: what is no text at all is wrong on every line.
    private static let maximumReportedFaults = 4

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let faults = playlist.text.textFaults
        for fault in faults.prefix(Self.maximumReportedFaults) {
            findings.add(
                FindingPlace(playlist.name, line: fault.line),
                expected: fault.line == 1 ? "#EXTM3U alone, in plain UTF-8" : "plain UTF-8", found: fault.message)
        }
        if faults.count > Self.maximumReportedFaults {
            findings.add(
                FindingPlace(playlist.name, line: faults[Self.maximumReportedFaults].line), expected: "plain UTF-8",
                found: "\(faults.count - Self.maximumReportedFaults) more such places")
        }
        if playlist.size == 0 { findings.add(playlist.place, expected: "#EXTM3U", found: "an empty file") }
    }
}
