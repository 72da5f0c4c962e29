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

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for variant in presentation.variants {
            guard let video = variant.video?.header.video, let range = video.range else { continue }
            let declared = variant.attributes.text("VIDEO-RANGE")
            guard (declared ?? "SDR") != range else { continue }
            findings.add(
                variant.place,
                expected: "VIDEO-RANGE=\(range), as \(video.rangeSource) mean",
                found: declared ?? "none, which means SDR")
        }
    }
}

extension CodedVideoFormat {
    /// The word for the range; nil where nothing says it.
    var range: String? {
        switch colour?.transfer {
        case 16: "PQ"
        case 18: "HLG"
        // Pictures that play as Dolby Vision only are PQ, whatever the colours of their base layer are said to be.
        case _ where dolbyVision?.compatibility == 0: "PQ"
        case 1, 6, 13, 14, 15: "SDR"
        default: nil
        }
    }

    /// The source of the range, for messages.
    fileprivate var rangeSource: String {
        if let dolbyVision, dolbyVision.compatibility == 0, ![16, 18].contains(colour?.transfer) {
            return "the configuration of Dolby Vision profile \(dolbyVision.profile) does"
        }
        return "transfer characteristics \(colour?.transfer ?? 0)"
    }
}
