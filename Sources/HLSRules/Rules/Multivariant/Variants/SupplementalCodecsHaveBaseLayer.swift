import HLS

/// R86: supplemental codecs match their base layer and video range.
package struct SupplementalCodecsHaveBaseLayer: PlaylistRule {
    package static let facts = RuleFacts(
        "R86", "Brands in SUPPLEMENTAL-CODECS match VIDEO-RANGE, and CODECS lists the base layer", .should,
        clause: "RFC 8216bis 4.4.6.2; Apple, appendix", kinds: [.text],
        consequence: "players ignore the enhancement or skip the variant")

    /// The video range of each brand: cross-compatible Dolby Vision and HDR10+.
    private static let ranges = ["db1p": "PQ", "db4h": "HLG", "db2g": "SDR", "cdm4": "PQ"]
    /// The base layers of each enhancement codec.
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
                        playlist.place(line), expected: "VIDEO-RANGE=\(expected) for \(brand)", found: range)
                }
            }
        }
    }
}
