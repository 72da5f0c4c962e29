import HLS
import ISOMedia
import Media

/// R85c: stereoscopic video is declared.
package struct StereoVideoDeclaresLayout: MeasurementRule {
    package static let facts = RuleFacts(
        "R85c", "REQ-VIDEO-LAYOUT contains CH-STEREO if the video is stereoscopic", .must,
        clause: "RFC 8216bis 4.4.6.2", kinds: [.media],
        consequence: "players show one view, or select the variant on displays that do not support it")

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
                variant.place, expected: "REQ-VIDEO-LAYOUT=\"CH-STEREO\", as the video is MV-HEVC with two views",
                found: declared ?? "none")
        }
    }
}

extension TrackHeaderMeasurement {
    /// Whether the sample entry has a second layer and describes the display of its views (MV-HEVC).
    fileprivate var isStereo: Bool {
        track.handler == "vide" && entryBoxes.contains("lhvC") && entryBoxes.contains("vexu")
    }
}
