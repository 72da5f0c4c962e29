import HLS

/// R12: the discontinuity sequence number counts the discontinuities that were removed.
package struct DiscontinuitySequenceCountsDiscontinuities: PlaylistRule, ReloadRule {
    package static let facts = RuleFacts(
        "R12",
        "EXT-X-DISCONTINUITY-SEQUENCE stands before segments and discontinuities and grows with those removed", .must,
        clause: "RFC 8216bis 4.4.3.3, 6.2.2", kinds: [.text, .reload],
        consequence: "renditions lose their common timeline after a switch; AVPlayer -12642")

    private var last: ScannedPlaylist?

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        let first = text.lines.first { $0.kind == .uri || $0.tag == .discontinuity }
        guard let first, text.kind == .media else { return }
        for line in text.lines(.discontinuitySequence) where line.number > first.number {
            findings.add(
                playlist.place(line), expected: "it before the first segment and discontinuity",
                found: "it after line \(first.number)")
        }
    }

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let now = observation.playlist.text
        defer { last = now }
        guard let last, let pair = SegmentOverlap(last.segments, now.segments).first else { return }
        let (before, after) = (pair.before.discontinuitySequence, pair.after.discontinuitySequence)
        guard before != after else { return }
        findings.add(
            observation.playlist.place(at: now.first(.discontinuitySequence)),
            expected: "discontinuity sequence number \(before) for \(pair.after.uri), as before", found: "\(after)")
    }
}
