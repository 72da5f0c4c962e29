import HLS
import Media

/// R41: a date refers to the same moment in all playlists.
package struct PlaylistsShareDates: PresentationRule {
    package static let facts = RuleFacts(
        "R41", "Either all playlists of a presentation have dates or none, and dates refer to the same media times",
        .must,
        clause: "RFC 8216bis 6.2.4", kinds: [.text],
        consequence: "players lose their position when they switch variants")

    /// The tolerance for audio that starts before the video, and for rounding, in milliseconds.
    private static let tolerance: Int64 = 250

    package init() {}

    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        let all = presentation.renditions.filter { !$0.playlist.text.segments.isEmpty && !$0.playlist.text.has(.skip) }
        let dated = all.filter { $0.playlist.text.has(.programDateTime) }
        guard let main = dated.first(where: { $0.role == .variant }) ?? dated.first else { return }
        for rendition in all where !rendition.playlist.text.has(.programDateTime) {
            findings.add(
                rendition.playlist.place, expected: "EXT-X-PROGRAM-DATE-TIME, as in \(main.playlist.name)",
                found: "none")
        }
        for rendition in dated where rendition.uri != main.uri { validateEnd(rendition, main, &findings) }
        guard let expected = Self.start(main) else { return }
        for rendition in dated where rendition.uri != main.uri {
            guard let found = Self.start(rendition),
                abs(found.milliseconds &- expected.milliseconds) > Self.tolerance
            else { continue }
            findings.add(
                rendition.playlist.place(at: rendition.playlist.text.first(.programDateTime)),
                expected: "\(expected) at the start, as in \(main.playlist.name)", found: "\(found)")
        }
    }

    /// Live playlists, which are loaded at about the same time, end at about the same date.
    private func validateEnd(_ rendition: CheckedRendition, _ main: CheckedRendition, _ findings: inout RuleFindings) {
        guard let expected = Self.end(main), let found = Self.end(rendition) else { return }
        let target = max(main.playlist.text.targetDuration ?? 1, rendition.playlist.text.targetDuration ?? 1)
        let distance = found.milliseconds.subtractingReportingOverflow(expected.milliseconds).partialValue
        guard distance.magnitude > UInt64(target) * 3000 else { return }
        findings.add(
            rendition.playlist.place(at: rendition.playlist.text.lines.last { $0.tag == .programDateTime }),
            expected: "an end near \(expected), as in \(main.playlist.name)", found: "\(found)")
    }

    /// The date of the end of the last segment in a live playlist.
    private static func end(_ rendition: CheckedRendition) -> DateTime? {
        let text = rendition.playlist.text
        guard text.isLive, rendition.role != .iFrames, let last = text.segments.last,
            let dated = text.segments.last(where: { $0.programDateTime != nil }),
            !text.segments[dated.index...].dropFirst().contains(where: \.isDiscontinuity)
        else { return nil }
        return dated.programDateTime.map { $0 + (last.end - dated.begin) }
    }

    /// The date of the first segment. Returns nil unless the playlist is VOD and has a date before any discontinuity.
    private static func start(_ rendition: CheckedRendition) -> DateTime? {
        let text = rendition.playlist.text
        guard text.first(.playlistType)?.value == "VOD",
            let segment = text.segments.first(where: { $0.programDateTime != nil }),
            !text.segments[...segment.index].dropFirst().contains(where: \.isDiscontinuity)
        else { return nil }
        return segment.programDateTime.map { $0 + (.zero - segment.begin) }
    }
}
