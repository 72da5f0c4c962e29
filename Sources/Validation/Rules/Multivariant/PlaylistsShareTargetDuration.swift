import HLS

/// R97: all media playlists of a presentation have one target duration.
package struct PlaylistsShareTargetDuration: PresentationRule {
    package static let facts = RuleFacts(
        "R97", "All media playlists of a presentation have the same EXT-X-TARGETDURATION", .must,
        clause: "RFC 8216bis 6.2.4; Apple 8.2", kinds: [.text],
        consequence: "players that change variants lose their place or stall")

    package init() {}

    package func check(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        let main = presentation.renditions.first { $0.role == .variant } ?? presentation.renditions.first
        guard let main, let expected = main.playlist.text.targetDuration else { return }
        for rendition in presentation.renditions where rendition.role != .iFrames {
            guard let found = rendition.playlist.text.targetDuration, found != expected else { continue }
            findings.add(
                rendition.playlist.place(at: rendition.playlist.text.first(.targetDuration)),
                expected: "\(expected) s, as \(main.playlist.name) has", found: "\(found) s")
        }
    }
}
