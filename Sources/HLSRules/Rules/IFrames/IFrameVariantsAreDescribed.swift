import HLS

/// R103: players can select an I-frame variant that they can show.
package struct IFrameVariantsAreDescribed: PlaylistRule, PresentationRule {
    package static let facts = RuleFacts(
        "R103", "I-frame variants have CODECS and RESOLUTION, one is SDR, and live ones use the main target duration",
        .appleMust, clause: "Apple 6.11, 6.16, 9.3, 9.4", kinds: [.text],
        consequence: "players do not use the I-frame variant")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let lines = playlist.text.lines(.iFrameStreamInf)
        for line in lines {
            for name in ["CODECS", "RESOLUTION"] where line.attributes?.has(name) == false {
                findings.add(playlist.place(line), expected: name, found: "none")
            }
        }
        guard let first = lines.first, lines.allSatisfy({ $0.attributes?.isHDR == true }) else { return }
        findings.add(playlist.place(first), expected: "an I-frame variant with VIDEO-RANGE=SDR", found: "none")
    }

    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        let main = presentation.renditions.first { $0.role == .variant }
        guard let expected = main?.playlist.text.targetDuration else { return }
        for rendition in presentation.renditions where rendition.role == .iFrames {
            let text = rendition.playlist.text
            guard text.isLive, let found = text.targetDuration, found != expected else { continue }
            findings.add(
                rendition.playlist.place(at: text.first(.targetDuration)),
                expected: "\(expected) s, as in \(main?.playlist.name ?? "")", found: "\(found) s")
        }
    }
}
