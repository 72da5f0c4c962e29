import HLS

/// R12: the discontinuity sequence number counts removed discontinuities.
package struct DiscontinuitySequenceCountsDiscontinuities: PlaylistRule, ReloadRule {
    package static let facts = RuleFacts(
        "R12",
        "EXT-X-DISCONTINUITY-SEQUENCE precedes all segments and counts removed discontinuities", .must,
        clause: "RFC 8216bis 4.4.3.3, 6.2.2", kinds: [.text, .reload],
        consequence: "players align renditions incorrectly after a switch; AVPlayer stops with -12642")

    private var last: ScannedPlaylist?

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        let first = text.lines.first { $0.kind == .uri || $0.tag == .discontinuity }
        guard let first, text.kind == .media else { return }
        // Each removed discontinuity precedes a removed segment.
        let removed = text.integer(.mediaSequence) ?? 0
        if let count = text.integer(.discontinuitySequence), count > removed {
            findings.add(
                playlist.place(at: text.first(.discontinuitySequence)),
                expected: "at most \(removed), the number of removed segments", found: "\(count)")
        }
        for line in text.lines(.discontinuitySequence) where line.number > first.number {
            findings.add(
                playlist.place(line),
                expected: "EXT-X-DISCONTINUITY-SEQUENCE before the first segment and discontinuity",
                found: "EXT-X-DISCONTINUITY-SEQUENCE after line \(first.number)")
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
            expected: "discontinuity sequence number \(before) for \(pair.after.uri), unchanged", found: "\(after)")
    }
}
