import HLS
import Media

/// R86: supplemental codecs match their base layer and video range.
package struct SupplementalCodecsHaveBaseLayer: PlaylistRule {
    package static let facts = RuleFacts(
        "R86", "Brands in SUPPLEMENTAL-CODECS match VIDEO-RANGE, and CODECS lists the base layer", .should,
        clause: "RFC 8216bis 4.4.6.2; Apple, appendix", kinds: [.text],
        consequence: "players ignore the enhancement or skip the variant")

    /// Returns the video range of a brand: cross-compatible Dolby Vision, or HDR10+.
    private static func range(_ brand: String) -> VideoRange? {
        if brand == "cdm4" { return .pq }
        return DolbyVisionConfiguration.transfer(ofBrand: brand).map { VideoRange(transfer: $0) }
    }

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
                    guard let expected = Self.range(brand), expected.rawValue != range else { continue }
                    findings.add(
                        playlist.place(line), expected: "VIDEO-RANGE=\(expected) for \(brand)", found: range)
                }
            }
        }
    }
}
