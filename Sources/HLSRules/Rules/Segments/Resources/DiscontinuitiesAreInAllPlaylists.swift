import HLS
import Media

/// R26: all renditions change their timeline at the same points.
package struct DiscontinuitiesAreInAllPlaylists: PresentationRule {
    package static let facts = RuleFacts(
        "R26", "All playlists of a presentation have their discontinuities at the same points", .must,
        clause: "RFC 8216bis 6.2.4; Apple 8.15", kinds: [.text],
        consequence: "players that switch variants or combine audio with video use the wrong timeline")

    /// Segments end at frame boundaries, which differ between audio and video.
    private static let tolerance = MediaTime.milliseconds(500)

    package init() {}

    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        // The windows of live playlists start at different times, so only ended playlists are compared.
        let ended = presentation.renditions.filter { $0.playlist.text.hasEndList && !$0.playlist.text.segments.isEmpty }
        guard let main = ended.first(where: { $0.role == .variant }) else { return }
        let expected = Self.points(main)
        for rendition in ended where rendition.uri != main.uri {
            let found = Self.points(rendition)
            guard found.count == expected.count else {
                findings.add(
                    rendition.playlist.place,
                    expected: "\(expected.count) discontinuities, as in \(main.playlist.name)",
                    found: "\(found.count)")
                continue
            }
            for (one, two) in zip(expected, found) {
                let distance = one.begin - two.begin
                guard distance > Self.tolerance || -distance > Self.tolerance else { continue }
                findings.add(
                    rendition.playlist.place(two),
                    expected: "the discontinuity at \(one.begin.decimal(places: 3)) s, as in \(main.playlist.name)",
                    found: "a discontinuity at \(two.begin.decimal(places: 3)) s")
            }
        }
    }

    /// The segments that start a discontinuity, except the first segment: a discontinuity at the start has no effect.
    private static func points(_ rendition: CheckedRendition) -> [ScannedSegment] {
        rendition.playlist.text.segments.filter { $0.isDiscontinuity && $0.index > 0 }
    }
}
