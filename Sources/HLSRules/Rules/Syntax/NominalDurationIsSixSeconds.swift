import HLS

/// R45: segments last six seconds.
package struct NominalDurationIsSixSeconds: PlaylistRule {
    package static let facts = RuleFacts(
        "R45", "EXT-X-TARGETDURATION is 6 s", .appleShould, clause: "Apple 7.5, 7.6", kinds: [.text],
        consequence: "shorter segments cost requests and quality, longer ones latency and slow changes of variant")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        // Apple's own advice for low latency is 4 s; I-frame playlists follow the others.
        guard text.kind == .media, let target = text.targetDuration, target != 6, !text.has(.partInf), !text.has(.part),
            !text.isIFramesOnly, !text.lines.contains(where: { $0.kind == .unknownTag("EXT-X-IMAGES-ONLY") })
        else { return }
        findings.add(playlist.place(at: text.first(.targetDuration)), expected: "6 s", found: "\(target) s")
    }
}
