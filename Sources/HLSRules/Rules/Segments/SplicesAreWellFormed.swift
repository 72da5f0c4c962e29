import HLS

/// R37: splices are what SCTE 35 says, and those that end say how long they were.
package struct SplicesAreWellFormed: PlaylistRule {
    package static let facts = RuleFacts(
        "R37", "SCTE35 attributes hold a splice_info_section, and a splice in comes with DURATION or END-DATE", .must,
        clause: "RFC 8216bis 4.4.5.1.1", kinds: [.text], consequence: "advertisements are not replaced, or too long")

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

    /// What is wrong with a section; nil for nothing (SCTE 35 9.6).
    private static func fault(_ text: String) -> String? {
        let digits = Array(text.dropFirst(2))
        // What is no hexadecimal sequence is another rule's.
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
