import HLS
import ISOMedia
import Media

/// R85c: pictures for two eyes are declared, so that players know how to show them.
package struct StereoVideoDeclaresLayout: MeasurementRule {
    package static let facts = RuleFacts(
        "R85c", "REQ-VIDEO-LAYOUT has CH-STEREO where the video has a view for each eye", .must,
        clause: "RFC 8216bis 4.4.6.2", kinds: [.media],
        consequence: "players show one view, or choose the variant on displays that cannot show it")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for variant in presentation.variants {
            let measured = [variant.own] + variant.groups["VIDEO", default: []]
            let isStereo = measured.flatMap(\.initializations).flatMap(\.measurement.tracks).contains(where: \.isStereo)
            guard isStereo else { continue }
            let declared = variant.attributes.text("REQ-VIDEO-LAYOUT")
            let specifiers = (declared ?? "").split(whereSeparator: { ",/ ".contains($0) })
            guard !specifiers.contains("CH-STEREO") else { continue }
            findings.add(
                variant.place, expected: "REQ-VIDEO-LAYOUT=\"CH-STEREO\", as the layers of MV-HEVC mean",
                found: declared ?? "none")
        }
    }
}

extension TrackHeaderMeasurement {
    /// Whether the sample entry has a second layer of pictures and describes how views are shown (MV-HEVC).
    fileprivate var isStereo: Bool {
        track.handler == "vide" && entryBoxes.contains("lhvC") && entryBoxes.contains("vexu")
    }
}
