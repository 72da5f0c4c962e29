import HLS
import Media

/// R7: no segment is longer than the target duration, rounded to whole seconds.
package struct SegmentsFitTargetDuration: PlaylistRule {
    package static let facts = RuleFacts(
        "R7", "No EXTINF, rounded to the nearest whole second, exceeds EXT-X-TARGETDURATION", .must,
        clause: "RFC 8216bis 4.4.3.1", kinds: [.text],
        consequence: "players plan reloads and buffers by it; Apple's validator calls it an error")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard let seconds = playlist.text.targetDuration else { return }
        let target = TargetDuration(seconds: seconds)
        for segment in playlist.text.segments {
            guard let duration = segment.duration, !target.allows(duration) else { continue }
            findings.add(
                playlist.place(segment), expected: "at most \(seconds) s when rounded",
                found: "EXTINF:\(duration.decimal(places: 6))")
        }
    }
}
