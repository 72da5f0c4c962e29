import HLS

/// R37: SCTE-35 attributes contain valid splices, and ended splices have a duration.
package struct SplicesAreWellFormed: PlaylistRule {
    package static let facts = RuleFacts(
        "R37", "SCTE35 attributes contain a splice_info_section, and SCTE35-IN comes with DURATION or END-DATE", .must,
        clause: "RFC 8216bis 4.4.5.1.1", kinds: [.text],
        consequence: "players do not replace the advertisement, or replace it for too long")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        var ended: Set<String> = []
        for line in playlist.text.lines(.dateRange) {
            guard let attributes = line.attributes, let id = attributes.text("ID") else { continue }
            if attributes.has("DURATION") || attributes.has("END-DATE") { ended.insert(id) }
        }
        for line in playlist.text.lines(.dateRange) {
            guard let attributes = line.attributes else { continue }
            for name in ["SCTE35-CMD", "SCTE35-OUT", "SCTE35-IN"] {
                guard let text = attributes.text(name), let fault = Self.fault(text) else { continue }
                findings.add(playlist.place(line), expected: "\(name) as a splice_info_section", found: fault)
            }
            guard attributes.has("SCTE35-IN"), let id = attributes.text("ID"), !ended.contains(id) else { continue }
            findings.add(playlist.place(line), expected: "DURATION or END-DATE for '\(id)'", found: "neither")
        }
    }

    /// Returns the fault of a splice_info_section; nil if it is valid (SCTE 35 9.6).
    private static func fault(_ text: String) -> String? {
        let digits = Array(text.dropFirst(2))
        // R5 reports values that are not hexadecimal.
        guard digits.allSatisfy(\.isHexDigit) else { return nil }
        guard digits.count.isMultiple(of: 2), digits.count >= 6 else { return "\(digits.count) digits" }
        let bytes = stride(from: 0, to: digits.count, by: 2).map {
            (digits[$0].hexDigitValue ?? 0) << 4 | (digits[$0 + 1].hexDigitValue ?? 0)
        }
        guard bytes[0] == 0xfc else { return "table_id \(bytes[0]), not 252" }
        let length = (bytes[1] & 0x0f) << 8 | bytes[2]
        return length + 3 == bytes.count ? nil : "section_length \(length) in \(bytes.count) bytes"
    }
}
