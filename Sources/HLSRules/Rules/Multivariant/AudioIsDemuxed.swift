import HLS

/// R95: sound is not loaded again with each variant.
package struct AudioIsDemuxed: PresentationRule {
    package static let facts = RuleFacts(
        "R95", "Pictures and sound are in separate playlists", .appleShould, clause: "Apple 8.9, 9.5", kinds: [.text],
        consequence: "the same sound is stored and loaded with each variant")

    package init() {}

    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        // Where there are parts, another rule says it.
        guard !presentation.renditions.contains(where: { $0.playlist.text.has(.partInf) }) else { return }
        let multivariant = presentation.multivariant
        for variant in multivariant.variants where multivariant.isMuxed(variant.attributes) {
            findings.add(
                multivariant.place(variant.line), expected: "sound in a group of EXT-X-MEDIA with a URI",
                found: "it in the variant")
        }
    }
}
