import HLS
import ISOMedia
import Media

/// R78: BANDWIDTH is enough for everything that can be pulled together.
package struct BandwidthCoversPeak: MeasurementRule {
    package static let facts = RuleFacts(
        "R78", "BANDWIDTH is the largest sum of the peak segment bit rates of what can be pulled together", .must,
        clause: "RFC 8216bis 4.4.6.2; Apple 9.13", kinds: [.media],
        consequence: "players choose a variant that the network cannot carry, and stall; CoreMediaErrorDomain -12318")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for variant in presentation.variants where variant.isComplete && variant.isEnded {
            guard let declared = variant.attributes.integer("BANDWIDTH"), let measured = variant.bandwidth else {
                continue
            }
            // Durations are rounded in playlists; a thousandth of the rate is nothing that anybody notices.
            guard declared + declared / 1000 + 1 < measured.peak else { continue }
            findings.add(variant.place, expected: "BANDWIDTH=\(measured.peak) or more", found: "\(declared)")
        }
    }
}
