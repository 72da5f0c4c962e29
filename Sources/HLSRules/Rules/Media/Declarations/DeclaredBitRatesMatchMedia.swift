import HLS
import ISOMedia
import Media

/// R80: declared bit rates of VOD presentations match the media.
package struct DeclaredBitRatesMatchMedia: MeasurementRule {
    package static let facts = RuleFacts(
        "R80", "The declared peak and average bit rates of a VOD presentation are within 10 % of the measured ones",
        .appleMust, clause: "Apple 1.26, 1.27, 1.30", kinds: [.media],
        consequence: "players select a lower variant than the network permits")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for variant in presentation.variants where variant.isComplete && variant.isEnded && variant.isOnDemand {
            guard let measured = variant.bandwidth, measured.average > 0 else { continue }
            if let peak = variant.attributes.integer("BANDWIDTH"), Double(peak) > Double(measured.peak) * 1.1 {
                findings.add(variant.place, expected: "BANDWIDTH within 10 % of \(measured.peak)", found: "\(peak)")
            }
            if let average = variant.attributes.integer("AVERAGE-BANDWIDTH"),
                abs(Double(average) - Double(measured.average)) > Double(measured.average) * 0.1
            {
                findings.add(
                    variant.place, expected: "AVERAGE-BANDWIDTH within 10 % of \(measured.average)", found: "\(average)"
                )
            }
            if measured.peak > measured.average * 2 {
                findings.add(
                    variant.place, expected: "a peak of at most twice the average",
                    found: "\(measured.peak) and \(measured.average) bit/s", level: .should)
            }
        }
    }
}
