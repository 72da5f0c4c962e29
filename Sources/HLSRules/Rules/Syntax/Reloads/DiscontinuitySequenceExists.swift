import HLS

/// R13: live playlists with discontinuities count removed discontinuities from the start.
package struct DiscontinuitySequenceExists: PlaylistRule, ReloadRule {
    package static let facts = RuleFacts(
        "R13", "A live playlist with discontinuities always has EXT-X-DISCONTINUITY-SEQUENCE", .must,
        clause: "RFC 8216bis 6.2.2; Apple 8.17", kinds: [.text, .reload], consequence: "AVPlayer stops with -12642")

    private var hadSequence = false
    private var hadDiscontinuity = false
    private var firstSequence: Int?

    package init() {}

    /// RFC 8216bis requires the tag only when segments are removed, which a single state does not show.
    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        guard findings.profile == .apple, text.isLive, !text.has(.playlistType), text.has(.discontinuity),
            !text.has(.discontinuitySequence)
        else { return }
        findings.add(playlist.place, expected: "EXT-X-DISCONTINUITY-SEQUENCE", found: "discontinuities without it")
    }

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let text = observation.playlist.text
        let has = text.has(.discontinuitySequence)
        let number = text.segments.first?.sequence
        let isRemoving = (number ?? 0) > (firstSequence ?? number ?? 0)
        if hadSequence, !has {
            findings.add(
                observation.playlist.place, expected: "EXT-X-DISCONTINUITY-SEQUENCE, as before", found: "none")
        } else if !has, isRemoving, hadDiscontinuity || text.has(.discontinuity) {
            findings.add(
                observation.playlist.place, expected: "EXT-X-DISCONTINUITY-SEQUENCE, as segments are removed",
                found: "none")
        }
        hadSequence = has
        hadDiscontinuity = hadDiscontinuity || text.has(.discontinuity)
        firstSequence = firstSequence ?? number
    }
}
