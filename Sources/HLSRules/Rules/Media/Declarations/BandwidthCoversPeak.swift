import HLS
import ISOMedia
import Media

/// R78: BANDWIDTH covers everything that a player downloads with the variant.
package struct BandwidthCoversPeak: MeasurementRule {
    package static let facts = RuleFacts(
        "R78", "BANDWIDTH is at least the largest sum of the peak segment bit rates of a variant and its renditions",
        .must,
        clause: "RFC 8216bis 4.4.6.2; Apple 9.13", kinds: [.media],
        consequence: "players select a variant that exceeds the network bandwidth and stall; AVPlayer logs -12318")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for variant in presentation.variants where variant.isComplete && variant.isEnded {
            guard let declared = variant.attributes.integer("BANDWIDTH"), let measured = variant.bandwidth else {
                continue
            }
            // Durations are rounded in playlists; a deviation of 0.1 % is insignificant.
            guard declared + declared / 1000 + 1 < measured.peak else { continue }
            findings.add(variant.place, expected: "BANDWIDTH of at least \(measured.peak)", found: "\(declared)")
        }
    }
}
