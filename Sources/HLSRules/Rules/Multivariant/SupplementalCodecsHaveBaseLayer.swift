import HLS

/// R86: what is more than the base fits to it.
package struct SupplementalCodecsHaveBaseLayer: PlaylistRule {
    package static let facts = RuleFacts(
        "R86", "SUPPLEMENTAL-CODECS has brands that belong to the range, and its base layer in CODECS", .should,
        clause: "RFC 8216bis 4.4.6.2; Apple, appendix", kinds: [.text],
        consequence: "devices play the base layer alone, or nothing")

    /// The video range of each brand: cross-compatible Dolby Vision and HDR10+.
    private static let ranges = ["db1p": "PQ", "db4h": "HLG", "db2g": "SDR", "cdm4": "PQ"]
    /// What an enhancement may stand upon.
    private static let bases = [
        "dvh1": ["hvc1", "hev1"], "dvhe": ["hev1", "hvc1"], "dva1": ["avc1"], "dvav": ["avc3"], "dav1": ["av01"],
    ]

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines where line.tag == .streamInf || line.tag == .iFrameStreamInf {
            guard let attributes = line.attributes, attributes.has("SUPPLEMENTAL-CODECS") else { continue }
            let entries = Set(attributes.codecs.map(\.sampleEntry))
            for element in attributes.list("SUPPLEMENTAL-CODECS") {
                let fields = element.split(separator: "/").map(String.init)
                let codec = CodecName(fields.first ?? "")
                let bases = Self.bases[codec.sampleEntry] ?? [codec.sampleEntry]
                if entries.isDisjoint(with: bases) {
                    findings.add(
                        playlist.place(line), expected: "\(bases[0]) in CODECS",
                        found: attributes.text("CODECS") ?? "none")
                }
                for brand in fields.dropFirst() {
                    let range = attributes.text("VIDEO-RANGE") ?? "SDR"
                    guard let expected = Self.ranges[brand], expected != range else { continue }
                    findings.add(
                        playlist.place(line), expected: "VIDEO-RANGE=\(expected) with \(brand)", found: range)
                }
            }
        }
    }
}
