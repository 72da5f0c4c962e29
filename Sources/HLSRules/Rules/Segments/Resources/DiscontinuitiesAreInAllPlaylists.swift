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
        validateLive(presentation, &findings)
        // The windows of live playlists start at different times, so only the points of ended playlists are compared.
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

    /// Compares the discontinuity sequence numbers of live playlists at the same dates.
    private func validateLive(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        let live = presentation.renditions.filter { $0.playlist.text.isLive && $0.role != .subtitles }
        guard let main = live.first(where: { $0.role == .variant }) else { return }
        var expected: [Int64: ScannedSegment] = [:]
        for segment in main.playlist.text.segments {
            if let date = segment.programDateTime { expected[date.milliseconds / Self.sameDate] = segment }
        }
        for rendition in live where rendition.uri != main.uri {
            for segment in rendition.playlist.text.segments {
                guard let date = segment.programDateTime.map({ $0.milliseconds / Self.sameDate }),
                    let same = expected[date] ?? expected[date + 1] ?? expected[date - 1],
                    same.discontinuitySequence != segment.discontinuitySequence
                else { continue }
                findings.add(
                    rendition.playlist.place(segment),
                    expected:
                        "discontinuity sequence number \(same.discontinuitySequence), as in \(main.playlist.name)",
                    found: "\(segment.discontinuitySequence)")
                break
            }
        }
    }

    /// The maximum difference of dates of the same segment, in milliseconds.
    private static let sameDate: Int64 = 100

    /// The segments that start a discontinuity, except the first segment: a discontinuity at the start has no effect.
    private static func points(_ rendition: CheckedRendition) -> [ScannedSegment] {
        rendition.playlist.text.segments.filter { $0.isDiscontinuity && $0.index > 0 }
    }
}
