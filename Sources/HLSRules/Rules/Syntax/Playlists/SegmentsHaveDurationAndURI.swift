import HLS
import Media

/// R6a: every segment has a duration and a URI.
package struct SegmentsHaveDurationAndURI: PlaylistRule {
    package static let facts = RuleFacts(
        "R6a", "Every segment has one EXTINF followed by one URI", .must, clause: "RFC 8216bis 4.4.4, 4.4.4.1",
        kinds: [.text], consequence: "players reject the playlist or count its segments incorrectly")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard playlist.text.kind == .media else { return }
        var duration: ScannedLine?
        for line in playlist.text.lines {
            if line.kind == .uri {
                if duration == nil {
                    findings.add(playlist.place(line), expected: "EXTINF before the segment URI", found: "none")
                }
                duration = nil
            } else if line.tag == .segmentDuration {
                if duration != nil {
                    findings.add(playlist.place(line), expected: "a URI before the next EXTINF", found: "none")
                }
                duration = line
            }
        }
        for segment in playlist.text.segments where segment.duration == .zero && !segment.isGap {
            findings.add(playlist.place(segment), expected: "a duration above zero", found: "0 s", level: .should)
        }
        guard let duration else { return }
        findings.add(playlist.place(duration), expected: "a URI after EXTINF", found: "the end of the playlist")
    }
}
