import HLS
import Media

/// R18: playback starts inside the playlist and not too close to the live edge.
package struct StartIsInsideThePlaylist: PlaylistRule, PresentationRule {
    package static let facts = RuleFacts(
        "R18", "EXT-X-START is inside the playlist and, if live, at least three target durations from its end", .should,
        clause: "RFC 8216bis 4.4.2.2", kinds: [.text], consequence: "players start at another position or stall at once"
    )

    package init() {}

    /// EXT-X-START of the multivariant playlist applies to all media playlists.
    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        guard let line = presentation.multivariant.text.first(.start),
            let offset = line.attributes?.text("TIME-OFFSET").flatMap(PlaylistValue.signedSeconds)
        else { return }
        let ends = presentation.renditions.filter { $0.role != .iFrames && !$0.playlist.text.has(.skip) }
            .compactMap(\.playlist.text.segments.last?.end)
        guard let total = ends.max(), (offset < .zero ? -offset : offset) > total else { return }
        findings.add(
            presentation.multivariant.place(line), expected: "an offset of at most \(total.decimal(places: 3)) s",
            found: "\(offset.decimal(places: 3)) s")
    }

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        // A delta update does not show the duration of the playlist.
        guard text.kind == .media, let line = text.first(.start), !text.has(.skip), !text.segments.isEmpty,
            let offset = line.attributes?.text("TIME-OFFSET").flatMap(PlaylistValue.signedSeconds)
        else { return }
        let total = text.segments.last?.end ?? .zero
        let length = offset < .zero ? -offset : offset
        if length > total {
            return findings.add(
                playlist.place(line), expected: "an offset of at most \(total.decimal(places: 3)) s",
                found: "\(offset.decimal(places: 3)) s")
        }
        guard !text.hasEndList, let target = text.targetDuration else { return }
        let distance = offset < .zero ? length : total - offset
        guard distance < .seconds(3 * Int64(clamping: target)) else { return }
        findings.add(
            playlist.place(line), expected: "at least \(3 * target) s from the end",
            found: "\(distance.decimal(places: 3)) s from the end")
    }
}
