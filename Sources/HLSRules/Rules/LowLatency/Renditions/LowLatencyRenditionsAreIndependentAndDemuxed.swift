import HLS

/// R76: players can start at any segment and switch video and audio separately.
package struct LowLatencyRenditionsAreIndependentAndDemuxed: PresentationRule {
    package static let facts = RuleFacts(
        "R76", "Renditions with parts declare independent segments and do not mux video with audio",
        .should, clause: "Apple, low-latency HLS", kinds: [.text],
        consequence: "players wait for a keyframe, or a stall of audio or video affects both")

    package init() {}

    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        let declares = presentation.multivariant.text.has(.independentSegments)
        for rendition in presentation.renditions where rendition.playlist.text.has(.partInf) {
            if !declares, !rendition.playlist.text.has(.independentSegments) {
                findings.add(rendition.playlist.place, expected: "EXT-X-INDEPENDENT-SEGMENTS", found: "none")
            }
            guard rendition.role == .variant, presentation.multivariant.isMuxed(rendition.attributes) else { continue }
            findings.add(
                rendition.playlist.place, expected: "audio in a separate playlist",
                found: "video and audio in one playlist")
        }
    }
}
