import HLS

/// R11: the media sequence number counts removed segments.
package struct MediaSequenceCountsSegments: PlaylistRule, ReloadRule {
    package static let facts = RuleFacts(
        "R11", "EXT-X-MEDIA-SEQUENCE precedes the first segment and increases by one per removed segment", .must,
        clause: "RFC 8216bis 4.4.3.2, 6.2.2", kinds: [.text, .reload],
        consequence: "players repeat or skip segments, or report that the media sequence went backwards")

    private var last: ScannedPlaylist?

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard let first = playlist.text.segments.first else { return }
        for line in playlist.text.lines(.mediaSequence) where line.number > first.line {
            findings.add(
                playlist.place(line), expected: "EXT-X-MEDIA-SEQUENCE before the first segment",
                found: "EXT-X-MEDIA-SEQUENCE after line \(first.line)")
        }
    }

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let now = observation.playlist.text
        defer { last = now }
        guard let last else { return }
        let place = observation.playlist.place(at: now.first(.mediaSequence))
        if let pair = SegmentOverlap(last.segments, now.segments).first {
            guard pair.before.sequence != pair.after.sequence else { return }
            findings.add(
                place, expected: "number \(pair.before.sequence) for \(pair.after.uri), unchanged",
                found: "number \(pair.after.sequence)")
        } else if let before = last.integer(.mediaSequence), let after = now.integer(.mediaSequence), after < before {
            findings.add(place, expected: "at least \(before), as before", found: "\(after)")
        }
    }
}
