import HLS
import ISOMedia
import Media

/// R85: VIDEO-RANGE matches the transfer characteristics.
package struct VideoRangeMatchesTransfer: MeasurementRule {
    package static let facts = RuleFacts(
        "R85", "VIDEO-RANGE matches the transfer characteristics: PQ, HLG or SDR", .must,
        clause: "RFC 8216bis 4.4.6.2; Apple 9.16", kinds: [.media],
        consequence: "displays use the wrong mode, or players do not select the variant")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for variant in presentation.variants {
            guard let video = variant.video?.header.video else { continue }
            let declared = variant.attributes.text("VIDEO-RANGE")
            guard let range = video.range else {
                // Video without a colour description is SDR for players.
                if declared == "PQ" || declared == "HLG", [nil, 2].contains(video.colour?.transfer),
                    video.dolbyVision == nil
                {
                    findings.add(
                        variant.place, expected: "video with the transfer characteristics of \(declared ?? "")",
                        found: "unspecified transfer characteristics")
                }
                continue
            }
            guard (declared ?? "SDR") != range else { continue }
            findings.add(
                variant.place,
                expected: "VIDEO-RANGE=\(range), due to \(video.rangeSource)",
                found: declared ?? "no VIDEO-RANGE, which means SDR")
        }
    }
}

extension CodedVideoFormat {
    /// The VIDEO-RANGE value of the video; nil if unknown.
    var range: String? {
        switch colour?.transfer {
        case 16: "PQ"
        case 18: "HLG"
        // Dolby Vision without a compatible base layer is PQ, regardless of the signaled colours of the base layer.
        case _ where dolbyVision?.compatibility == 0: "PQ"
        case 1, 6, 13, 14, 15: "SDR"
        default: nil
        }
    }

    /// The source of the range, for messages.
    fileprivate var rangeSource: String {
        if let dolbyVision, dolbyVision.compatibility == 0, ![16, 18].contains(colour?.transfer) {
            return "Dolby Vision profile \(dolbyVision.profile)"
        }
        return "transfer characteristics \(colour?.transfer ?? 0)"
    }
}
