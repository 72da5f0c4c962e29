import HLS

/// R99: players can show frames during seeking.
package struct IFramePlaylistsExist: PlaylistRule, PresentationRule {
    package static let facts = RuleFacts(
        "R99", "Presentations with video have I-frame playlists, and only these have EXT-X-I-FRAMES-ONLY", .must,
        clause: "RFC 8216bis 4.4.3.6, 4.4.6.3; Apple 6.1", kinds: [.text],
        consequence: "players show no preview during seeking; mislabeled playlists fail in trick play")

    package init() {}

    /// Only Apple requires I-frame playlists.
    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard findings.profile == .apple, !playlist.text.has(.iFrameStreamInf) else { return }
        guard let variant = playlist.variants.first(where: { $0.attributes.hasVideo }) else { return }
        findings.add(playlist.place(variant.line), expected: "EXT-X-I-FRAME-STREAM-INF", found: "none")
    }

    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        for rendition in presentation.renditions where rendition.playlist.text.kind == .media {
            let isMarked = rendition.playlist.text.isIFramesOnly
            guard isMarked != (rendition.role == .iFrames) else { continue }
            findings.add(
                rendition.playlist.place(at: rendition.playlist.text.first(.iFramesOnly)),
                expected: isMarked ? "EXT-X-I-FRAMES-ONLY in I-frame playlists only" : "EXT-X-I-FRAMES-ONLY",
                found: isMarked ? "EXT-X-I-FRAMES-ONLY in a playlist with the role \(rendition.role.rawValue)" : "none")
        }
    }
}
