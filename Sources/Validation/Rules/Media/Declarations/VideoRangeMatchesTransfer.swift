import HLS
import ISOMedia
import Media

/// R85: VIDEO-RANGE is what the transfer characteristics say.
package struct VideoRangeMatchesTransfer: MeasurementRule {
    package static let facts = RuleFacts(
        "R85", "VIDEO-RANGE is PQ or HLG where the transfer characteristics are, and SDR where they are not", .must,
        clause: "RFC 8216bis 4.4.6.2; Apple 9.16", kinds: [.media],
        consequence: "displays stay in the wrong mode, or the variant is not chosen")

    package init() {}

    package func check(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for variant in presentation.variants {
            guard let video = variant.video?.header.video, let range = video.range else { continue }
            let declared = variant.attributes.text("VIDEO-RANGE")
            guard (declared ?? "SDR") != range else { continue }
            findings.add(
                variant.place,
                expected: "VIDEO-RANGE=\(range), as transfer characteristics \(video.transfer ?? 0) mean",
                found: declared ?? "none, which means SDR")
        }
    }
}

extension CodedVideoFormat {
    /// The word for the range; nil where nothing says it.
    var range: String? {
        switch transfer {
        case 1, 6, 13, 14, 15: "SDR"
        case 16: "PQ"
        case 18: "HLG"
        default: nil
        }
    }
}
