import HLS

/// R45: segments have Apple's recommended duration.
package struct NominalDurationIsSixSeconds: PlaylistRule {
    package static let facts = RuleFacts(
        "R45", "EXT-X-TARGETDURATION is 6 s", .appleShould, clause: "Apple 7.5, 7.6", kinds: [.text],
        consequence:
            "shorter segments need more requests and reduce quality; longer ones delay startup and variant switches")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        // Apple recommends 4 s for low latency, and R103 covers I-frame playlists.
        guard text.kind == .media, let target = text.targetDuration, target != 6, !text.has(.partInf), !text.has(.part),
            !text.isIFramesOnly, !text.lines.contains(where: { $0.kind == .unknownTag(UnknownTag.imagesOnly.name) })
        else { return }
        findings.add(playlist.place(at: text.first(.targetDuration)), expected: "6 s", found: "\(target) s")
    }
}
