import HLS
import ISOMedia
import Media

/// R81: bit rates of live streams stay close to the declared ones.
package struct LiveBitRatesFitDeclaration: MeasurementRule {
    package static let facts = RuleFacts(
        "R81",
        "Live streams have an average below 110 % of AVERAGE-BANDWIDTH and a peak below 125 % of BANDWIDTH",
        .appleMust, clause: "Apple 1.28, 1.29", kinds: [.media],
        consequence: "players select a variant that exceeds the network bandwidth and stall")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for variant in presentation.variants where !variant.isOnDemand {
            guard let measured = variant.bandwidth else { continue }
            if let peak = variant.attributes.integer("BANDWIDTH"), Double(measured.peak) >= Double(peak) * 1.25 {
                findings.add(
                    variant.place, expected: "a peak below 125 % of \(peak) bit/s", found: "\(measured.peak) bit/s")
            }
            if let average = variant.attributes.integer("AVERAGE-BANDWIDTH"),
                Double(measured.average) >= Double(average) * 1.1
            {
                findings.add(
                    variant.place, expected: "an average below 110 % of \(average) bit/s",
                    found: "\(measured.average) bit/s")
            }
        }
    }
}
