import HLS
import Media

/// R7: segments do not exceed the target duration.
package struct SegmentsFitTargetDuration: PlaylistRule {
    package static let facts = RuleFacts(
        "R7", "No EXTINF exceeds EXT-X-TARGETDURATION when rounded to the nearest second", .must,
        clause: "RFC 8216bis 4.4.3.1", kinds: [.text],
        consequence:
            "players time reloads and size buffers by it and may stall; Apple's mediastreamvalidator reports an error")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard let seconds = playlist.text.targetDuration else { return }
        let target = TargetDuration(seconds: seconds)
        for segment in playlist.text.segments {
            guard let duration = segment.duration, !target.allows(duration) else { continue }
            findings.add(
                playlist.place(segment), expected: "at most \(seconds) s after rounding",
                found: "EXTINF:\(duration.decimal(places: 6))")
        }
    }
}
