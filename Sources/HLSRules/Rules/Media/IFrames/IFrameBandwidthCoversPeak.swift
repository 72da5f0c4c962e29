import HLS
import ISOMedia
import Media

/// R102: I-frame playlists declare their bit rate.
package struct IFrameBandwidthCoversPeak: MeasurementRule {
    package static let facts = RuleFacts(
        "R102", "BANDWIDTH of an I-frame playlist is at least its peak bit rate", .appleShould,
        clause: "Apple 6.5; RFC 8216bis 4.4.6.3", kinds: [.media], consequence: "trick play stalls")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for (rendition, measured) in presentation.measured where rendition.role == .iFrames && measured.isComplete {
            guard let declared = rendition.attributes.integer("BANDWIDTH"), let peak = measured.bandwidth?.peak,
                Double(declared) < Double(peak) * 0.9, let line = rendition.declarations.first
            else { continue }
            let multivariant = presentation.presentation.multivariant
            findings.add(
                multivariant.place(multivariant.text.lines[line]), expected: "BANDWIDTH of at least \(peak)",
                found: "\(declared)")
        }
    }
}
