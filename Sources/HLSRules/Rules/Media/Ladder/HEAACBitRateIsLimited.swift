import HLS
import ISOMedia
import Media

/// R50g: HE-AAC is used only for low bit rates.
package struct HEAACBitRateIsLimited: MeasurementRule {
    package static let facts = RuleFacts(
        "R50g", "HE-AAC audio has at most 64 kbit/s", .appleMust, clause: "Apple 2.4", kinds: [.media],
        consequence: "the audio quality is lower than with AAC-LC at the same bit rate")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for (rendition, measured) in presentation.measured {
            guard let track = measured.audio, let codec = track.header.codec,
                ["mp4a.40.5", "mp4a.40.29"].contains(codec), let rate = track.bitRate, rate > 64_000 * 1.1
            else { continue }
            findings.add(
                rendition.playlist.place, expected: "at most 64 kbit/s for \(codec)",
                found: "\(Int((rate / 1000).rounded())) kbit/s")
        }
    }
}
