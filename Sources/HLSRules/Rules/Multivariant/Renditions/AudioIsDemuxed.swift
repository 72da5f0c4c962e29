import HLS

/// R95: switching variants does not download the same audio again.
package struct AudioIsDemuxed: PresentationRule {
    package static let facts = RuleFacts(
        "R95", "Video and audio are in separate playlists", .appleShould, clause: "Apple 8.9, 9.5", kinds: [.text],
        consequence: "the same audio is stored and downloaded again with each variant")

    package init() {}

    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        // R76 reports this for low-latency presentations.
        guard !presentation.renditions.contains(where: { $0.playlist.text.has(.partInf) }) else { return }
        let multivariant = presentation.multivariant
        for variant in multivariant.variants where multivariant.isMuxed(variant.attributes) {
            findings.add(
                multivariant.place(variant.line), expected: "audio in an EXT-X-MEDIA group with URIs",
                found: "audio muxed into the variant")
        }
    }
}
