import HLS
import Media

/// R41M: a date refers to the same presentation time in all playlists.
package struct DatesMatchMediaTimes: MeasurementRule {
    package static let facts = RuleFacts(
        "R41M", "Dates refer to the same presentation times in all playlists, within one frame", .must,
        clause: "RFC 8216bis 6.2.4", kinds: [.media],
        consequence: "players that synchronize renditions by date play audio and video out of sync")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for (main, _, comparison) in presentation.timelines where comparison.misplacedSegments.isEmpty {
            for (segment, expected) in comparison.misdatedSegments {
                findings.add(
                    segment.place, expected: "\(expected), as in \(main.playlist.name) for the same presentation time",
                    found: segment.date.map { "\($0)" } ?? "none")
            }
        }
    }
}
