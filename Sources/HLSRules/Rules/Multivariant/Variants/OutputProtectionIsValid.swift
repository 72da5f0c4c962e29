import HLS

/// S32: requirements on output protection can be read.
package struct OutputProtectionIsValid: PlaylistRule {
    package static let facts = RuleFacts(
        "S32", "HDCP-LEVEL is NONE, TYPE-0 or TYPE-1, and ALLOWED-CPC a list of key formats with labels", .must,
        clause: "RFC 8216bis 4.4.6.2", kinds: [.text],
        consequence: "players ignore the requirement, or do not play the variant")

    private static let levels = [HDCPLevel.none, .type0, .type1].map(\.rawValue)

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines where line.tag == .streamInf || line.tag == .iFrameStreamInf {
            guard let attributes = line.attributes else { continue }
            if let level = attributes.text("HDCP-LEVEL"), !Self.levels.contains(level) {
                findings.add(
                    playlist.place(line), expected: Self.levels.joined(separator: ", "), found: "'\(level.prefix(40))'")
            }
            guard attributes.has("ALLOWED-CPC") else { continue }
            for element in attributes.list("ALLOWED-CPC") where AllowedProtection(element)?.isValid != true {
                findings.add(
                    playlist.place(line), expected: "KEYFORMAT:LABEL/LABEL with labels of A-Z, 0-9 and -",
                    found: "'\(element.prefix(80))'")
            }
        }
    }
}
