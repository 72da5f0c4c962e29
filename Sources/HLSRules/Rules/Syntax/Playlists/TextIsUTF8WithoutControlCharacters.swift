/// R1: a playlist is valid UTF-8 text.
package struct TextIsUTF8WithoutControlCharacters: PlaylistRule {
    package static let facts = RuleFacts(
        "R1", "A playlist is UTF-8 without byte order mark or control characters and starts with the line #EXTM3U",
        .must, clause: "RFC 8216bis 4.1, 4.4.1.1", kinds: [.text],
        consequence:
            "clients should reject byte order marks and encodings other than UTF-8; control characters become "
            + "part of titles and URIs")

    /// The maximum number of faults to report per playlist: binary data has one on every line.
    private static let maximumReportedFaults = 4

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let faults = playlist.text.textFaults
        for fault in faults.prefix(Self.maximumReportedFaults) {
            findings.add(
                FindingPlace(playlist.name, line: fault.line),
                expected: fault.line == 1 ? "the line #EXTM3U in plain UTF-8" : "plain UTF-8", found: fault.message)
        }
        if faults.count > Self.maximumReportedFaults {
            findings.add(
                FindingPlace(playlist.name, line: faults[Self.maximumReportedFaults].line), expected: "plain UTF-8",
                found: "\(faults.count - Self.maximumReportedFaults) more lines with such faults")
        }
        if playlist.size == 0 { findings.add(playlist.place, expected: "#EXTM3U", found: "an empty file") }
    }
}
