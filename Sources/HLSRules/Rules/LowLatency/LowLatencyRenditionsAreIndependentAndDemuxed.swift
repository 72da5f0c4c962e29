import HLS

/// R76: players can begin and change anywhere.
package struct LowLatencyRenditionsAreIndependentAndDemuxed: PresentationRule {
    package static let facts = RuleFacts(
        "R76", "Renditions with parts declare independent segments, and have pictures and sound in separate playlists",
        .should, clause: "Apple, low-latency HLS", kinds: [.text],
        consequence: "players wait for a sync sample, or lose one medium with the other")

    package init() {}

    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        let declares = presentation.multivariant.text.has(.independentSegments)
        for rendition in presentation.renditions where rendition.playlist.text.has(.partInf) {
            if !declares, !rendition.playlist.text.has(.independentSegments) {
                findings.add(rendition.playlist.place, expected: "EXT-X-INDEPENDENT-SEGMENTS", found: "none")
            }
            guard rendition.role == .variant, presentation.multivariant.isMuxed(rendition.attributes) else { continue }
            findings.add(
                rendition.playlist.place, expected: "sound in a playlist of its own",
                found: "pictures and sound in one")
        }
    }
}
