import HLS
import Media

/// R97M: the renditions of a presentation have one timeline.
package struct RenditionsShareTimeline: MeasurementRule {
    package static let facts = RuleFacts(
        "R97M",
        "Segments at the same position of variants and renditions have the same presentation times, within one frame, "
            + "and variants end together",
        .must, clause: "RFC 8216bis 6.2.4; Apple 8.2, 8.22", kinds: [.media],
        consequence: "audio and video are out of sync, and playback jumps or stalls when players switch variants")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for (main, other, comparison) in presentation.timelines {
            let misplaced = comparison.misplacedSegments
            for difference in misplaced {
                findings.add(
                    difference.segment.place,
                    expected: "a start at \(difference.expected.decimal(places: 3)) s, as in \(main.playlist.name)",
                    found: "a start at \(difference.segment.start.decimal(places: 3)) s")
            }
            if misplaced.isEmpty { validateEnds(main, other, comparison, &findings) }
        }
    }

    /// Audio may end earlier or later than video (R49).
    private func validateEnds(
        _ main: CheckedRendition, _ other: CheckedRendition, _ comparison: TimelineComparison,
        _ findings: inout RuleFindings
    ) {
        guard main.role == .variant, other.role == .variant, main.attributes.hasVideo, other.attributes.hasVideo,
            let (one, two) = Self.ends(main, other, comparison)
        else { return }
        guard two.distance(two.end - one.end).magnitude > comparison.tolerance else { return }
        findings.add(
            two.place, expected: "an end at \(one.end.decimal(places: 3)) s, as in \(main.playlist.name)",
            found: "an end at \(two.end.decimal(places: 3)) s")
    }

    /// Returns the last segments of ended playlists, if both were measured.
    private static func ends(
        _ main: CheckedRendition, _ other: CheckedRendition, _ comparison: TimelineComparison
    ) -> (MeasuredPosition, MeasuredPosition)? {
        let texts = [main.playlist.text, other.playlist.text]
        guard texts.allSatisfy(\.hasEndList), let one = comparison.main.last, let two = comparison.other.last,
            one.place.lastSegment == texts[0].segments.last?.sequence,
            two.place.lastSegment == texts[1].segments.last?.sequence
        else { return nil }
        return (one, two)
    }
}
