import HLS
import Media

/// R41: one date is one moment in all playlists.
package struct PlaylistsShareDates: PresentationRule {
    package static let facts = RuleFacts(
        "R41", "All playlists of a presentation have dates or none has, and all map them to the same moments", .must,
        clause: "RFC 8216bis 6.2.4", kinds: [.text], consequence: "players lose their place when they change variants")

    /// What sound may begin before the pictures, and what rounding adds.
    private static let tolerance: Int64 = 250

    package init() {}

    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        let all = presentation.renditions.filter { !$0.playlist.text.segments.isEmpty && !$0.playlist.text.has(.skip) }
        let dated = all.filter { $0.playlist.text.has(.programDateTime) }
        guard let main = dated.first(where: { $0.role == .variant }) ?? dated.first else { return }
        for rendition in all where !rendition.playlist.text.has(.programDateTime) {
            findings.add(
                rendition.playlist.place, expected: "EXT-X-PROGRAM-DATE-TIME, as \(main.playlist.name) has",
                found: "none")
        }
        guard let expected = Self.start(main) else { return }
        for rendition in dated where rendition.uri != main.uri {
            guard let found = Self.start(rendition),
                abs(found.milliseconds &- expected.milliseconds) > Self.tolerance
            else { continue }
            findings.add(
                rendition.playlist.place(at: rendition.playlist.text.first(.programDateTime)),
                expected: "\(expected) at the beginning, as in \(main.playlist.name)", found: "\(found)")
        }
    }

    /// The date of the beginning; nil where what is listed does not begin where the others do.
    private static func start(_ rendition: CheckedRendition) -> DateTime? {
        let text = rendition.playlist.text
        guard text.first(.playlistType)?.value == "VOD",
            let segment = text.segments.first(where: { $0.programDateTime != nil }),
            !text.segments[...segment.index].dropFirst().contains(where: \.isDiscontinuity)
        else { return nil }
        return segment.programDateTime.map { $0 + (.zero - segment.begin) }
    }
}
