import HLS

/// R4a: URIs in a multivariant playlist refer to media playlists.
package struct RenditionsAreMediaPlaylists: PresentationRule {
    package static let facts = RuleFacts(
        "R4a", "Variants, renditions and I-frame streams refer to media playlists, not to multivariant playlists",
        .must,
        clause: "RFC 8216bis 4.4.6.1, 4.4.6.2, 4.4.6.3", kinds: [.text],
        consequence: "players skip the variant or reject the presentation (AVPlayer -12642)")

    package init() {}

    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        for rendition in presentation.renditions where rendition.playlist.text.kind == .multivariant {
            guard let line = rendition.declarations.first else { continue }
            findings.add(
                presentation.multivariant.place(presentation.multivariant.text.lines[line]),
                expected: "a media playlist at \(rendition.uri)", found: "a multivariant playlist")
        }
    }
}
